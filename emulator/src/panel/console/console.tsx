import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { CallOutcome } from '../../page-events.ts'
import { useTexts } from '../language/use-texts.tsx'
import { useStored } from '../state/use-stored.ts'
import { Button } from '../ui/button.tsx'
import { Json } from '../ui/json.tsx'
import styles from './console.module.css'
import { historyStep, type WrittenCall, withCall } from './history.ts'

const EXAMPLES: Readonly<Record<string, string>> = {
  getProfile: '',
  getFriendship: '',
  getDecodedIDToken: '',
  getIDToken: '',
  getAccessToken: '',
  getContext: '',
  isLoggedIn: '',
  isInClient: '',
  getOS: '',
  getLineVersion: '',
  getAppLanguage: '',
  isApiAvailable: '"shareTargetPicker"',
  'permission.query': '"profile"',
  'permission.requestAll': '',
  sendMessages: '[{ "type": "text", "text": "สวัสดี" }]',
  shareTargetPicker: '[{ "type": "text", "text": "สวัสดี" }]',
  scanCodeV2: '',
  openWindow: '{ "url": "https://line.me", "external": true }',
  createShortcutOnHomeScreen: '{ "url": "https://liff.line.me/2000000001-Campaign" }',
  'iap.getPlatformProducts': '{ "productIds": ["gem"] }',
  closeWindow: '',
  login: '',
  logout: '',
}

type ConsoleProps = {
  readonly onCall: (name: string, args: readonly unknown[]) => Promise<CallOutcome>
}

type Shown = { readonly call: string; readonly outcome: CallOutcome | 'waiting' }

export function Console({ onCall }: ConsoleProps) {
  const { controls, tools } = useTexts()
  const [name, setName] = useStored('console-name', 'getProfile')
  const [args, setArgs] = useStored('console-args', '')
  const [calls, setCalls] = useStored<readonly WrittenCall[]>('console-calls', [])
  /** Index of the displayed call in `calls`, or -1 for a new call. */
  const [at, setAt] = useState(-1)
  const [shown, setShown] = useState<Shown>()
  const recall = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const next = at + historyStep(event.key, value, selectionStart, selectionEnd)
    const call = calls[next]
    if (next === at || call === undefined) return
    event.preventDefault()
    setAt(next)
    setName(call.name)
    setArgs(call.args)
  }
  const choose = (next: string) => {
    setName(next)
    const example = EXAMPLES[next]
    if (example !== undefined) setArgs(example)
  }
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const call = `liff.${name}(${args})`
    const given = parsed(args)
    if (given === undefined) {
      setShown({ call, outcome: { ok: false, code: null, message: tools.notJson } })
      return
    }
    setCalls(withCall(calls, { name, args }))
    setAt(0)
    setShown({ call, outcome: 'waiting' })
    const outcome = await onCall(name, given)
    setShown(before => (before?.call === call ? { call, outcome } : before))
  }
  return (
    <form className={styles.console} onSubmit={run}>
      <div className={styles.call}>
        <label className={styles.name}>
          <span>liff.</span>
          <input
            aria-label={controls.settings.function.name}
            data-setting="function"
            data-shortcut="."
            list="liff-functions"
            spellCheck={false}
            value={name}
            onFocus={event => event.target.select()}
            onChange={event => choose(event.target.value.trim())}
          />
        </label>
        <Button type="submit" look="primary">
          {tools.call}
        </Button>
      </div>
      <datalist id="liff-functions">
        {Object.keys(EXAMPLES).map(each => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <textarea
        aria-label={tools.arguments}
        placeholder={tools.argumentsHint}
        rows={2}
        spellCheck={false}
        value={args}
        onChange={event => {
          setAt(-1)
          setArgs(event.target.value)
        }}
        onKeyDown={recall}
      />
      <output aria-label={tools.outcome} className={styles.outcome}>
        {shown && <Outcome outcome={shown.outcome} />}
      </output>
    </form>
  )
}

function Outcome({ outcome }: { outcome: Shown['outcome'] }) {
  const { tools } = useTexts()
  if (outcome === 'waiting') return <p className={styles.waiting}>{tools.waiting}</p>
  if (!outcome.ok) {
    return (
      <p className={styles.error}>
        {outcome.code !== null && <code>{outcome.code}</code>} {outcome.message || tools.noMessage}
      </p>
    )
  }
  if (typeof outcome.value === 'object' && outcome.value !== null) return <Json value={outcome.value} />
  return <code className={styles.value}>{JSON.stringify(outcome.value)}</code>
}

/** Parses comma-separated JSON values. Returns undefined if the text is invalid. */
function parsed(text: string): readonly unknown[] | undefined {
  try {
    return JSON.parse(`[${text}]`) as unknown[]
  } catch {
    return undefined
  }
}
