// Runs before the first paint, so that nobody who chose a theme sees the other one flash by.
try {
  const theme = localStorage.getItem('launchboard-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is turned off in this browser: the system's theme it is.
}
