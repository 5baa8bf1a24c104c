import { Signal, signal } from '@preact/signals-core'
import { Fragment, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppContext, useApp } from '#src/app-context.ts'
import { loadRest } from '#src/boot/routes.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { loadTexts } from '#src/i18n/text.ts'
import AnswerScreen from '#src/screens/answer/answer.tsx'
import OutboxScreen from '#src/screens/outbox/outbox.tsx'
import { LogOutDialog } from '#src/screens/profile/leave.tsx'
import Profile from '#src/screens/profile/profile.tsx'
import ReceiptScreen from '#src/screens/receipt/receipt.tsx'
import ReceiptDetail from '#src/screens/receipt-detail/receipt-detail.tsx'
import ReceiptHistory from '#src/screens/receipt-history/receipt-history.tsx'
import Thanks from '#src/screens/thanks/thanks.tsx'
import type { App } from '#src/state/types.ts'
import { OfflineStrip } from '#src/ui/offline-strip.tsx'
import { act } from '#tests/kit/act.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { type Models, openModels } from '#tests/kit/models.ts'
import type { Page, Phone } from '#tests/kit/phone.ts'
import type { Write } from './writes.ts'

/** A page of the phone with its screens. */
export type ScreenPage = ReturnType<typeof openScreens>

/** Opens a page with the app's models. `render` renders all screens that show writes. */
export function openScreens(phone: Phone, lang: Lang, change: (app: App) => App) {
  const models = openModels(phone)
  const { outbox } = models.queue
  models.page.onSignIn(() => outbox.sessionRenewed())
  const { copy, refresh } = stillCopy(appOf(models, lang))
  const app = change(copy)
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  const { customerId } = models.identity
  const page: Page = {
    ...models.page,
    outbox,
    durable: models.durable,
    close() {
      outbox.stop()
      models.page.close()
    },
  }
  return {
    page,
    sections: (name?: string) => [
      ...container.querySelectorAll<HTMLElement>(name ? `[data-screen="${name}"]` : '[data-screen]'),
    ],
    customerId: () => customerId.peek(),
    /** Renders the screens for these writes, with the current state of the models. */
    render(writes: readonly Write[]) {
      refresh()
      root.render(
        <AppContext value={app}>
          <Screens writes={writes} />
        </AppContext>,
      )
    },
    hide: () => root.render(null),
    unmount() {
      root.unmount()
      container.remove()
    },
  }
}

/**
 * Copies models so that their signals change only when `refresh` is called. Rendering after each change would take most
 * of the time.
 */
function stillCopy<T extends object>(model: T): { readonly copy: T; refresh(): void } {
  const refreshes: (() => void)[] = []
  const entries = Object.entries(model).map(([name, value]) => {
    if (value instanceof Signal) {
      const still = signal(value.peek())
      refreshes.push(() => {
        still.value = value.peek()
      })
      return [name, still]
    }
    if (typeof value !== 'object' || value === null) return [name, value]
    const inner = stillCopy(value)
    refreshes.push(inner.refresh)
    return [name, inner.copy]
  })
  return {
    copy: Object.fromEntries(entries),
    refresh() {
      for (const run of refreshes) run()
    },
  }
}

/**
 * Returns an app with the real models of everything that a customer sends, and with fakes for the rest, which says
 * nothing about a write.
 */
function appOf({ receipts, answers, outbox, identity }: Models, lang: Lang): App {
  const fake = fakeApp({ language: lang })
  return {
    ...fake,
    session: { ...fake.session, customerId: identity.customerId },
    receipts: { ...receipts, photo: async () => null },
    answers,
    outbox,
  }
}

/** Renders every screen that says something about a write, for the customer who is signed in. */
function Screens({ writes }: { readonly writes: readonly Write[] }) {
  const { session, receipts: model } = useApp()
  const owner = session.customerId.value
  if (owner === null) return null
  // A customer can only open a receipt from a list that contains it.
  const subjects = writes.map(({ job }) => job.subject).filter(id => model.find(id) !== null)
  const receipts = new Set(subjects)
  return (
    <Fragment key={owner}>
      <Screen name="strip" path="/">
        <OfflineStrip />
      </Screen>
      <Screen name="history" path="/receiptHistory">
        <ReceiptHistory />
      </Screen>
      <Screen name="outbox" path="/outbox">
        <OutboxScreen />
      </Screen>
      <Screen name="profile" path="/profile">
        <Profile />
        <LogOutDialog onClose={() => {}} />
      </Screen>
      <Screen name="answer" path="/answer">
        <AnswerScreen />
      </Screen>
      {writes.map(({ id, kind }) => (
        <Screen
          key={id}
          name="thanks"
          write={id}
          path={`/thanks?sent=${kind === 'answer' ? 'answer' : 'receipt'}&job=${id}`}
        >
          <Thanks />
        </Screen>
      ))}
      {/* Only the newest receipt, because a form takes long to render. */}
      {[...receipts].slice(-1).map(id => (
        <Screen key={`edit ${id}`} name="receipt" receipt={id} path={`/receipt/${id}/edit`}>
          <Route path="/receipt/:id/edit">
            <ReceiptScreen />
          </Route>
        </Screen>
      ))}
      {[...receipts].map(id => (
        <Screen key={id} name="receipt" receipt={id} path={`/receipt/${id}`}>
          <Route path="/receipt/:id">
            <ReceiptDetail />
          </Route>
        </Screen>
      ))}
    </Fragment>
  )
}

type ScreenProps = {
  readonly name: string
  readonly path: string
  readonly write?: string
  readonly receipt?: string
  readonly children: ReactNode
}

/** Renders a screen at its own address, as if it were the only one. */
function Screen({ name, path, write, receipt, children }: ScreenProps) {
  const [{ hook, searchHook }] = useState(() => memoryLocation({ path, static: true }))
  return (
    <section data-screen={name} data-write={write} data-receipt={receipt}>
      <Router hook={hook} searchHook={searchHook}>
        {children}
      </Router>
    </section>
  )
}

/**
 * Loads the scripts and texts of the screens in advance, because a virtual clock does not wait until they are loaded.
 */
export async function loadScreens(lang: Lang): Promise<void> {
  await act(async () => await Promise.all([loadRest(), loadTexts(lang)]))
}
