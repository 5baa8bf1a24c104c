import { type FormEvent, useState } from 'react'
import type { UserMessage } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './attach.module.css'

/** Places in Thailand: latitude and longitude in degrees. */
const PLACES = {
  palace: [13.75, 100.4913],
  park: [13.7307, 100.5418],
  gate: [18.7878, 98.9933],
  beach: [7.8966, 98.2954],
} as const

type LocationFormProps = { readonly onMessage: (message: UserMessage) => void }

export function LocationForm({ onMessage }: LocationFormProps) {
  const { chat, composer } = useTexts()
  const [latitude, setLatitude] = useState('')
  const [longitude, setLongitude] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onMessage({ type: 'location', latitude: Number(latitude), longitude: Number(longitude) })
  }
  return (
    <div className={styles.places}>
      {(Object.keys(PLACES) as (keyof typeof PLACES)[]).map(id => {
        const [lat, long] = PLACES[id]
        const { title, address } = composer.places[id]
        return (
          <button
            key={id}
            type="button"
            onClick={() => onMessage({ type: 'location', title, address, latitude: lat, longitude: long })}
          >
            <Icon name="pin" size={18} />
            <span>
              <strong>{title}</strong>
              <small>{address}</small>
            </span>
          </button>
        )
      })}
      <form onSubmit={send}>
        <Degrees label={composer.latitude} max={90} value={latitude} onChange={setLatitude} />
        <Degrees label={composer.longitude} max={180} value={longitude} onChange={setLongitude} />
        <button type="submit">{chat.send}</button>
      </form>
    </div>
  )
}

type DegreesProps = {
  readonly label: string
  /** Largest absolute value in degrees. */
  readonly max: number
  readonly value: string
  readonly onChange: (value: string) => void
}

function Degrees({ label, max, value, onChange }: DegreesProps) {
  return (
    <input
      type="number"
      required
      step="any"
      min={-max}
      max={max}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
