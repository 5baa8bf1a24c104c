import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Fault } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import styles from './faults.module.css'
import { openGroupOf } from './settings-index.ts'

/** The requests that a fault affects. */
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
  { value: 'status', label: 'Status', title: 'LINE responds with this status' },
  { value: 'delay', label: 'Delay', title: 'The response is delayed by this many milliseconds' },
  { value: 'hang', label: 'Hang', title: 'The request never gets a response' },
  { value: 'before', label: 'Lost', title: 'LINE never receives the request' },
  { value: 'after', label: 'No reply', title: 'LINE processes the request, but the response is lost' },
] as const
type Kind = (typeof kinds)[number]['value']

type FaultsProps = {
  readonly faults: readonly Fault[]
  /** Request that the user selected in the timeline. Its values are filled into the form. */
  readonly target: FaultTarget | undefined
  readonly onAdd: (fault: Fault) => Promise<boolean>
  readonly onRemove: (id: string) => void
}

/** Form that adds a fault, and the list of active faults. */
export function Faults({ faults, target, onAdd, onRemove }: FaultsProps) {
  const [host, setHost] = useState('api.line.me')
  const [path, setPath] = useState('/v2/profile')
  const [kind, setKind] = useState<Kind>('status')
  const [amounts, setAmounts] = useState({ status: '500', delay: '3000' })
  const [times, setTimes] = useState('1')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!target) return
    setHost(target.host)
    setPath(target.path)
    openGroupOf(form.current)
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [target])
  const add = (event: FormEvent) => {
    event.preventDefault()
    const requests = { ...(host === '' ? {} : { host }), ...(path === '' ? {} : { path }) }
    void onAdd({ ...requests, ...effectOf(kind, amounts), ...(times === '' ? {} : { times: Number(times) }) })
  }
  return (
    <form ref={form} className={styles.faults} aria-label="Fault" onSubmit={add}>
      <div className={styles.where}>
        <input
          aria-label="Host"
          list="fault-hosts"
          spellCheck={false}
          placeholder="any host"
          value={host}
          onChange={event => setHost(event.target.value.trim())}
        />
        <input
          aria-label="Path"
          spellCheck={false}
          placeholder="any path, or a prefix: /v2/*"
          value={path}
          onChange={event => setPath(event.target.value.trim())}
        />
      </div>
      <datalist id="fault-hosts">
        {HOSTS.map(each => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <Segmented label="Fault" options={kinds} value={kind} onChange={setKind} />
      <div className={styles.how}>
        {(kind === 'status' || kind === 'delay') && (
          <label>
            <input
              type="number"
              required
              min={kind === 'status' ? 200 : 0}
              max={kind === 'status' ? 599 : 600_000}
              value={amounts[kind]}
              onChange={event => setAmounts({ ...amounts, [kind]: event.target.value })}
            />
            {kind === 'delay' && <span>ms</span>}
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
        <Button type="submit">Add fault</Button>
      </div>
      {faults.length > 0 && <FaultList faults={faults} onRemove={onRemove} />}
    </form>
  )
}

function FaultList({ faults, onRemove }: Pick<FaultsProps, 'faults' | 'onRemove'>) {
  return (
    <ul className={styles.list} aria-label="Active faults">
      {faults.map(fault => (
        <li key={fault.id}>
          <code title={JSON.stringify(fault)}>{targetText(fault)}</code>
          <b>{effectText(fault)}</b>
          <Button
            look="quiet"
            icon="close"
            aria-label={`Remove ${targetText(fault)}`}
            onClick={() => fault.id !== undefined && onRemove(fault.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function effectOf(kind: Kind, { status, delay }: { status: string; delay: string }): Fault {
  if (kind === 'status') return { status: Number(status) }
  if (kind === 'delay') return { latencyMs: Number(delay) }
  return kind === 'hang' ? { hang: true } : { drop: kind }
}

/** Returns a short description of the requests that a fault affects. */
function targetText({ pattern, method, host = '', path = '' }: Fault): string {
  return `${method === undefined ? '' : `${method} `}${pattern ?? (`${host}${path}` || 'all requests')}`
}

/** Returns a short description of a fault's effect, such as `503 ×2`. */
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
