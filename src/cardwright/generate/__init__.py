"""New content: card games by evolution (`games`) and cards for every game (`cards`)."""
