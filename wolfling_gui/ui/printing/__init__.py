"""Put things on paper: pages painted once, for a picture, a PDF or a printer."""
