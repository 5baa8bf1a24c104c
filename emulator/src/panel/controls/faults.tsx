import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { ToolTexts } from '../texts/en/tools.ts'
import { optionsOf } from '../texts/options.ts'
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

const KINDS = ['status', 'delay', 'hang', 'before', 'after'] as const
type Kind = (typeof KINDS)[number]

type FaultsProps = {
  readonly faults: readonly Fault[]
  /** Request that the user selected in the timeline. Its values are filled into the form. */
  readonly target: FaultTarget | undefined
  readonly onAdd: (fault: Fault) => Promise<boolean>
  readonly onRemove: (id: string) => void
}

/** Form that adds a fault, and the list of active faults. */
export function Faults({ faults, target, onAdd, onRemove }: FaultsProps) {
  const { controls, tools } = useTexts()
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
    <form
      ref={form}
      className={styles.faults}
      aria-label={controls.settings.fault.name}
      data-setting="fault"
      onSubmit={add}
    >
      <div className={styles.where}>
        <input
          aria-label={tools.host}
          list="fault-hosts"
          spellCheck={false}
          placeholder={tools.anyHost}
          value={host}
          onChange={event => setHost(event.target.value.trim())}
        />
        <input
          aria-label={tools.path}
          data-shortcut="f"
          spellCheck={false}
          placeholder={tools.anyPath}
          value={path}
          onChange={event => setPath(event.target.value.trim())}
        />
      </div>
      <datalist id="fault-hosts">
        {HOSTS.map(each => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <Segmented
        label={controls.settings.fault.name}
        options={optionsOf(KINDS, tools.faults)}
        value={kind}
        onChange={setKind}
      />
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
          <span>{tools.times}</span>
        </label>
        <Button type="submit">{tools.addFault}</Button>
      </div>
      {faults.length > 0 && <FaultList faults={faults} onRemove={onRemove} />}
    </form>
  )
}

function FaultList({ faults, onRemove }: Pick<FaultsProps, 'faults' | 'onRemove'>) {
  const { tools } = useTexts()
  return (
    <ul className={styles.list} aria-label={tools.activeFaults}>
      {faults.map(fault => (
        <li key={fault.id}>
          <code title={JSON.stringify(fault)}>{targetText(fault, tools)}</code>
          <b>{effectText(fault, tools)}</b>
          <Button
            look="quiet"
            icon="close"
            aria-label={tools.removeFault(targetText(fault, tools))}
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
function targetText({ pattern, method, host = '', path = '' }: Fault, tools: ToolTexts): string {
  return `${method === undefined ? '' : `${method} `}${pattern ?? (`${host}${path}` || tools.allRequests)}`
}

/** Returns a short description of a fault's effect, such as `503 ×2`. */
function effectText({ status, latencyMs, hang, drop, times }: Fault, tools: ToolTexts): string {
  const parts = [
    latencyMs === undefined ? '' : `${latencyMs} ms`,
    hang ? tools.hangs : '',
    drop === undefined ? '' : drop === 'before' ? tools.lost : tools.noReply,
    status === undefined ? '' : String(status),
    times === undefined ? '' : `×${times}`,
  ]
  return parts.filter(part => part !== '').join(' ')
}
