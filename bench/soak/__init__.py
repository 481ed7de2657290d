"""An hour of moderate play, watched for what grows: memory, open files, threads, connections."""
