"""The panels around the map: forces, guide with its requests, log, and the first screen."""
