import { useEffect, useState } from 'react'
import type { Fault } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { ToolTexts } from '../texts/en/tools.ts'
import { optionsOf } from '../texts/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { FaultForm, type FaultsProps } from './fault-form.tsx'
import styles from './faults.module.css'

const HOSTS = [
  'api.line.me',
  'access.line.me',
  'liff.line.me',
  'liffsdk.line-scdn.net',
  'static.line-scdn.net',
  'app',
]

const AMOUNTS = {
  status: { min: 200, max: 599, initial: 500 },
  delay: { min: 0, max: 600_000, unit: 'ms', initial: 3000 },
} as const

type Kind = keyof ToolTexts['faults']

export function Faults({ target, ...props }: FaultsProps) {
  const { controls, tools } = useTexts()
  const [host, setHost] = useState('api.line.me')
  const [path, setPath] = useState('/v2/profile')
  const [kind, setKind] = useState<Kind>('status')
  const request = target !== undefined && 'host' in target ? target : undefined
  useEffect(() => {
    if (request === undefined) return
    setHost(request.host)
    setPath(request.path)
  }, [request])
  const requests = { ...(host === '' ? {} : { host }), ...(path === '' ? {} : { path }) }
  return (
    <FaultForm
      {...props}
      setting="fault"
      target={request}
      kind={kind}
      amounts={AMOUNTS}
      amountLabel={tools.faults[kind].title}
      faultOf={amount => ({ ...requests, ...effectOf(kind, amount) })}
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
        options={optionsOf(tools.faults)}
        value={kind}
        onChange={setKind}
      />
    </FaultForm>
  )
}

function effectOf(kind: Kind, amount: number): Fault {
  if (kind === 'status') return { status: amount }
  if (kind === 'delay') return { latencyMs: amount }
  return kind === 'hang' ? { hang: true } : { drop: kind }
}
