// Runs before the first paint, so that the other theme does not flash.
try {
  const theme = localStorage.getItem('launchboard-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the page follows the system.
}
