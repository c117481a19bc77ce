"""Reading and writing what people hand us and what we keep."""
