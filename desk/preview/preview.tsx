import { signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Root as ReactRoot } from 'react-dom/client'
import { memoryLocation } from 'wouter/memory-location'
import { AppContext } from '#src/app-context.ts'
import { Root } from '#src/boot/root.tsx'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import { clock } from '#src/platform/clock.ts'
import type { App } from '#src/state/types.ts'
import { LegalDialog } from '#src/ui/terms-dialogs.tsx'
import { previewApp } from './preview-app.ts'
import type { ShowMessage, View } from './protocol.ts'

const paths: Readonly<Record<View, string>> = {
  home: '/',
  receipt: '/receipt',
  rewards: '/qrcode?show=rewards',
  question: '/answer',
  terms: '/',
}

const notSent = { th: 'นี่คือตัวอย่าง จึงไม่มีอะไรถูกส่ง', en: 'This is a preview, so nothing was sent' }

const never = () => {}

export type Preview = {
  /** True if the message has the same set-up and screen. */
  readonly shows: (message: ShowMessage) => boolean
  readonly set: (message: ShowMessage) => void
}

const contentOf = ({ screens, agreed, view }: ShowMessage) => JSON.stringify([screens, agreed, view])

export function createPreview(root: ReactRoot, message: ShowMessage): Preview {
  const round = signal(0)
  const app = previewApp(message, () => {
    const { lang } = app.settings
    app.toasts.show('info', notSent[lang.peek()])
    // Restart the screen: it is waiting for the result of its write, which never arrives in the preview.
    round.value++
  })
  const { hook } = memoryLocation({ path: paths[message.view] })
  const page = { loader: createScreenLoader(clock), onMissing: never }
  const content = contentOf(message)
  const key = crypto.randomUUID()

  function Rounds() {
    useSignals()
    return (
      <>
        <Root key={round.value} app={app} page={page} router={{ hook }} />
        {message.view === 'terms' && <Terms app={app} />}
      </>
    )
  }

  root.render(<Rounds key={key} />)
  return {
    shows: other => contentOf(other) === content,
    set({ language, dark }) {
      app.settings.setLang(language)
      app.settings.setTheme(dark ? 'dark' : 'light')
    },
  }
}

function Terms({ app }: { readonly app: App }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    isOpen && (
      <AppContext value={app}>
        <LegalDialog text="terms" onClose={() => setIsOpen(false)} />
      </AppContext>
    )
  )
}
