import type { UserMessage } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './attach.module.css'

/** Package and sticker ids from LINE's list of stickers for bots. */
const STICKERS = [
  ['446', '1988'],
  ['446', '1989'],
  ['446', '1990'],
  ['446', '2000'],
  ['789', '10855'],
  ['789', '10856'],
  ['789', '10857'],
  ['789', '10858'],
  ['11537', '52002734'],
  ['11537', '52002735'],
  ['11537', '52002736'],
  ['11537', '52002738'],
] as const

/** Only the real LINE has the images, so each sticker is a placeholder with its ids. */
export function Stickers({ onMessage }: { readonly onMessage: (message: UserMessage) => void }) {
  const { composer } = useTexts()
  return (
    <div className={styles.stickers}>
      {STICKERS.map(([packageId, stickerId]) => (
        <button
          key={stickerId}
          type="button"
          aria-label={`${composer.kinds.sticker} ${packageId}/${stickerId}`}
          onClick={() => onMessage({ type: 'sticker', packageId, stickerId })}
        >
          <Icon name="smile" size={26} />
          <small>{stickerId}</small>
        </button>
      ))}
    </div>
  )
}
