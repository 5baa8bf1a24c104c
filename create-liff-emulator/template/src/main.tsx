import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { signIn } from './line.ts'

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no element with the id "root"')
const root = createRoot(element)

signIn().then(
  customer => root.render(<App customer={customer} />),
  (error: Error) => root.render(<p role="alert">{error.message}</p>),
)
