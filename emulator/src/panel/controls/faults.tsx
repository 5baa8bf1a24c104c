import { useEffect, useRef, useState } from 'react'
import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import { Segmented } from '../ui/segmented.tsx'
import { FaultForm, type FaultsProps, showForm } from './fault-form.tsx'
import styles from './faults.module.css'

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

export function Faults({ faults, target, onAdd, onRemove }: FaultsProps) {
  const { controls, tools } = useTexts()
  const [host, setHost] = useState('api.line.me')
  const [path, setPath] = useState('/v2/profile')
  const [kind, setKind] = useState<Kind>('status')
  const [amounts, setAmounts] = useState({ status: '500', delay: '3000' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (target === undefined || !('host' in target)) return
    setHost(target.host)
    setPath(target.path)
    showForm(form.current)
  }, [target])
  const requests = { ...(host === '' ? {} : { host }), ...(path === '' ? {} : { path }) }
  const isDelay = kind === 'delay'
  const amount =
    kind === 'status' || isDelay
      ? {
          ...(isDelay ? { min: 0, max: 600_000, unit: 'ms' as const } : { min: 200, max: 599 }),
          label: tools.faults[kind].title,
          value: amounts[kind],
          onChange: (value: string) => setAmounts({ ...amounts, [kind]: value }),
        }
      : undefined
  return (
    <FaultForm
      form={form}
      setting="fault"
      amount={amount}
      faults={faults}
      onRemove={onRemove}
      onAdd={times => void onAdd({ ...requests, ...effectOf(kind, amounts), ...times })}
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
    </FaultForm>
  )
}

function effectOf(kind: Kind, { status, delay }: { status: string; delay: string }): Fault {
  if (kind === 'status') return { status: Number(status) }
  if (kind === 'delay') return { latencyMs: Number(delay) }
  return kind === 'hang' ? { hang: true } : { drop: kind }
}
