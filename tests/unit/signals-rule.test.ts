import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unsubscribedReads } from '#tests/kit/signals-rule.ts'

const root = join(import.meta.dirname, '../..')

function componentFiles(): readonly string[] {
  return ['src', 'src/ui', 'src/screens'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: folder !== 'src', encoding: 'utf8' })
      .filter(name => name.endsWith('.tsx') || /use-[\w-]+\.ts$/.test(name))
      .map(name => join(folder, name)),
  )
}

test('has no component that reads a signal without subscribing to it', () => {
  const files = componentFiles()
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap(file =>
    unsubscribedReads(readFileSync(join(root, file), 'utf8')).map(name => `${file}: ${name}`),
  )
  expect(found, 'reads .value without useApp() or useSignals()').toEqual([])
})

test('finds a component that reads without subscribing, even next to one that subscribes', () => {
  const seeded = `
export function Good() {
  const { session } = useApp()
  return <p>{session.phase.value.kind}</p>
}

export function Bad({ session }: { session: SessionModel }) {
  return <p>{session.phase.value.kind}</p>
}

export default function AlsoBad({ app }: Props) {
  if (app.outbox.waiting.value > 0) {
    return null
  }
  return <p />
}

const Arrow = ({ app }: Props) => {
  return <p>{app.toasts.list.value.length}</p>
}
`
  expect(unsubscribedReads(seeded)).toEqual(['Bad', 'AlsoBad', 'Arrow'])
})

test("does not mistake an input's value for a signal", () => {
  const source = `
export function Field({ onChange }: Props) {
  return <input onChange={event => onChange(event.target.value)} />
}
`
  expect(unsubscribedReads(source)).toEqual([])
})
