"""How long a site keeps what players leave behind, and the jobs that delete it afterwards."""
