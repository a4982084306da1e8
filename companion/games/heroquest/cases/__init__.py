"""HeroQuest's worked examples."""
