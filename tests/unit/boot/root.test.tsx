// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { memoryLocation } from 'wouter/memory-location'
import { Root } from '#src/boot/root.tsx'
import { screenRoutes } from '#src/boot/routes.ts'
import { startup } from '#src/i18n/th/startup.ts'
import { createScreenLoader } from '#src/loading/screen-loader.ts'
import type { JobView, Phase } from '#src/state/types.ts'
import { act, mount } from '#tests/kit/act.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { receivedJob, thanksFor } from '#tests/kit/fake-data.ts'
import { ready } from '#tests/kit/fake-state.ts'
import { plain } from '#tests/kit/render.tsx'

const RECEIVED = 'เราได้รับใบเสร็จของคุณแล้ว'

test('a screen that needs no sign-in keeps nothing of a customer who was replaced in another tab', async () => {
  const app = fakeApp({ outcomes: [receivedJob], receipts: ready([]) })
  const { hook } = memoryLocation({ path: thanksFor('receipt') })
  const loader = createScreenLoader({ after: () => () => {} })
  for (const { name, load } of screenRoutes) if (name === 'thanks') await loader.load(name, load)
  const { container: box, root } = mount()
  await act(async () =>
    root.render(<Root app={app} page={{ loader, onMissing: () => {} }} router={{ hook }} />),
  )
  const text = () => plain(box.textContent ?? '')
  expect(text()).toContain(RECEIVED)
  const outcomes = app.outbox.outcomes as Signal<readonly JobView[]>
  await act(async () => {
    outcomes.value = []
    ;(app.session.customerId as Signal<string | null>).value = null
    ;(app.session.phase as Signal<Phase>).value = { kind: 'signed-out', why: 'replaced' }
  })
  expect(text()).not.toContain(RECEIVED)
})

test('a defect that stops an action shows the error screen instead of a form that waits', async () => {
  const app = fakeApp({ receipts: ready([]) })
  const { hook } = memoryLocation({ path: '/outbox' })
  const loader = createScreenLoader({ after: () => () => {} })
  for (const { name, load } of screenRoutes) if (name === 'outbox') await loader.load(name, load)
  const { container: box, root } = mount({ onCaughtError: () => {} })
  await act(async () =>
    root.render(<Root app={app} page={{ loader, onMissing: () => {} }} router={{ hook }} />),
  )
  const broken = startup['broken.title']
  expect(plain(box.textContent ?? '')).not.toContain(broken)
  await act(async () => {
    ;(app.outbox.defect as Signal<unknown>).value = { error: new TypeError('x') }
  })
  expect(plain(box.textContent ?? '')).toContain(broken)
})
