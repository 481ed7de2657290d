"""What uvicorn does differently for us."""
