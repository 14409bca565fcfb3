import './styles.css'
import { render } from 'preact'
import { App } from './app.tsx'

// A new version of the page was deployed while this one was open: its parts have other names now.
addEventListener('vite:preloadError', () => location.reload())

const root = document.querySelector('#app')
if (root) render(<App />, root)
