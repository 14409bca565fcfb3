import './styles.css'
import { render } from 'preact'
import { App } from './app.tsx'

const root = document.querySelector('#app')
if (root) render(<App />, root)
// Until here the document itself has shown the podium.
document.querySelector('#first')?.remove()
