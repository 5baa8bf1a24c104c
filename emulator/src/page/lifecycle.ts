import { assertNever } from '../assert-never.ts'
import { callSdk } from './call-sdk.ts'
import type { PageContext } from './page-context.ts'
import { onPanelCommand } from './report.ts'

type Suspension = { readonly suspend: () => void; readonly resume: () => void }

export function installLifecycle({ report }: PageContext, suspension: Suspension): void {
  report({ type: 'loaded', url: location.href, title: document.title })
  window.addEventListener('load', () => report({ type: 'ready', url: location.href, title: document.title }))
  window.addEventListener('error', event => {
    if (event.message) report({ type: 'error', message: event.message })
  })
  window.addEventListener('unhandledrejection', event => {
    const { reason } = event as { reason: unknown }
    report({ type: 'error', message: reason instanceof Error ? reason.message : String(reason) })
  })
  window.addEventListener('keydown', ({ altKey, code, key }) => {
    if (altKey) report({ type: 'key', code, key })
  })
  onPanelCommand((command, reply) => {
    switch (command.type) {
      case 'reload':
        return location.reload()
      case 'suspend':
      case 'resume':
        return suspension[command.type]()
      case 'call':
        return void callSdk(command.name, command.args).then(reply)
      default:
        return assertNever(command)
    }
  })
}
