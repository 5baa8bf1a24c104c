import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Fault } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import styles from './faults.module.css'

/** Which requests a fault is to mean. */
export type FaultTarget = {
  readonly host: string
  readonly path: string
}

const HOSTS = [
  'api.line.me',
  'access.line.me',
  'liff.line.me',
  'liffsdk.line-scdn.net',
  'static.line-scdn.net',
  'app',
]

const kinds = [
  { value: 'status', label: 'Status', title: 'LINE answers with this status' },
  { value: 'late', label: 'Late', title: 'The answer waits so many milliseconds' },
  { value: 'hang', label: 'Hang', title: 'No answer ever comes' },
  { value: 'before', label: 'Lost', title: 'The request never arrives' },
  { value: 'after', label: 'No reply', title: 'The work is done, and its answer is lost' },
] as const
type Kind = (typeof kinds)[number]['value']

type FaultsProps = {
  readonly faults: readonly Fault[]
  /** Put in by a click elsewhere. */
  readonly target: FaultTarget | undefined
  readonly onAdd: (fault: Fault) => Promise<boolean>
  readonly onRemove: (id: string) => void
}

/** Breaks single requests: which, how, and how many times; and takes it back. */
export function Faults({ faults, target, onAdd, onRemove }: FaultsProps) {
  const [host, setHost] = useState('api.line.me')
  const [path, setPath] = useState('/v2/profile')
  const [kind, setKind] = useState<Kind>('status')
  const [amounts, setAmounts] = useState({ status: '500', late: '3000' })
  const [times, setTimes] = useState('1')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!target) return
    setHost(target.host)
    setPath(target.path)
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [target])
  const add = (event: FormEvent) => {
    event.preventDefault()
    const where = { ...(host === '' ? {} : { host }), ...(path === '' ? {} : { path }) }
    void onAdd({ ...where, ...effectOf(kind, amounts), ...(times === '' ? {} : { times: Number(times) }) })
  }
  return (
    <form ref={form} className={styles.faults} onSubmit={add}>
      <div className={styles.where}>
        <input
          aria-label="Host"
          list="fault-hosts"
          spellCheck={false}
          placeholder="every host of LINE"
          value={host}
          onChange={event => setHost(event.target.value.trim())}
        />
        <input
          aria-label="Path"
          spellCheck={false}
          placeholder="every path; /v2/* is a beginning"
          value={path}
          onChange={event => setPath(event.target.value.trim())}
        />
      </div>
      <datalist id="fault-hosts">
        {HOSTS.map(each => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <Segmented label="What goes wrong" options={kinds} value={kind} onChange={setKind} />
      <div className={styles.how}>
        {(kind === 'status' || kind === 'late') && (
          <label>
            <input
              type="number"
              required
              min={kind === 'status' ? 200 : 0}
              max={kind === 'status' ? 599 : 600_000}
              value={amounts[kind]}
              onChange={event => setAmounts({ ...amounts, [kind]: event.target.value })}
            />
            {kind === 'late' && <span>ms</span>}
          </label>
        )}
        <label>
          <input
            type="number"
            min={1}
            placeholder="∞"
            value={times}
            onChange={event => setTimes(event.target.value)}
          />
          <span>times</span>
        </label>
        <Button type="submit">Break it</Button>
      </div>
      {faults.length > 0 && (
        <ul className={styles.list} aria-label="Broken requests">
          {faults.map(fault => (
            <li key={fault.id}>
              <code title={JSON.stringify(fault)}>{whereText(fault)}</code>
              <b>{effectText(fault)}</b>
              <Button
                look="quiet"
                icon="close"
                aria-label={`Mend ${whereText(fault)}`}
                onClick={() => fault.id !== undefined && onRemove(fault.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}

function effectOf(kind: Kind, { status, late }: { status: string; late: string }): Fault {
  if (kind === 'status') return { status: Number(status) }
  if (kind === 'late') return { latencyMs: Number(late) }
  return kind === 'hang' ? { hang: true } : { drop: kind }
}

function whereText({ pattern, method, host = '', path = '' }: Fault): string {
  return `${method === undefined ? '' : `${method} `}${pattern ?? (`${host}${path}` || 'everything')}`
}

/** What a fault does, in a few characters: `503 ×2`. */
function effectText({ status, latencyMs, hang, drop, times }: Fault): string {
  const parts = [
    latencyMs === undefined ? '' : `${latencyMs} ms`,
    hang ? 'hangs' : '',
    drop === undefined ? '' : drop === 'before' ? 'lost' : 'no reply',
    status === undefined ? '' : String(status),
    times === undefined ? '' : `×${times}`,
  ]
  return parts.filter(part => part !== '').join(' ')
}
