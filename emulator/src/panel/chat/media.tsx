import type { Fields } from '../../fields.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { useChatTools } from './chat-context.ts'
import { numberOf, textOf } from './fields.ts'
import { fileUrl, isOwnFile } from './links.ts'
import styles from './message.module.css'
import { Picture } from './picture.tsx'
import { usePlays } from './use-plays.ts'
import { Video } from './video.tsx'

type MessageProps = { readonly message: Fields }

/** Tapping the image opens the original, unless the user sent it from this phone. */
export function ImageMessage({ message }: MessageProps) {
  const { chat } = useTexts()
  const { tap } = useChatTools()
  const uri = textOf(message.originalContentUrl)
  if (isOwnFile(uri))
    return (
      <div className={styles.picture}>
        <Picture url={uri} alt={chat.ownPicture} />
      </div>
    )
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={chat.openPicture}
      onClick={() => tap({ type: 'uri', label: '', uri, desktop: '' })}
    >
      <Picture url={message.previewImageUrl ?? uri} />
    </button>
  )
}

export function VideoMessage({ message }: MessageProps) {
  const { watched } = useChatTools()
  const trackingId = textOf(message.trackingId)
  return (
    <Video
      className={styles.video}
      url={message.originalContentUrl}
      preview={message.previewImageUrl}
      onEnded={() => {
        if (trackingId !== '') watched(trackingId)
      }}
    />
  )
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function AudioMessage({ message }: MessageProps) {
  const { composer } = useTexts()
  const plays = usePlays()
  const duration = numberOf(message.duration)
  return (
    <div className={styles.audio}>
      <audio
        controls
        preload="none"
        {...plays}
        aria-label={composer.kinds.audio}
        src={fileUrl(message.originalContentUrl) ?? ''}
      />
      {duration !== undefined && <small>{durationText(duration)}</small>}
    </div>
  )
}

/** A placeholder for content that only LINE has, such as stickers, files and coupons. */
export function Placeholder({
  icon,
  title,
  note,
}: {
  icon: 'smile' | 'file' | 'star'
  title: string
  note: string
}) {
  return (
    <div className={styles.placeholder}>
      <Icon name={icon} size={34} />
      <strong>{title}</strong>
      <small>{note}</small>
    </div>
  )
}

/** Tapping the location opens a map. */
export function LocationMessage({ message }: MessageProps) {
  const { tap } = useChatTools()
  const [latitude, longitude] = [numberOf(message.latitude) ?? 0, numberOf(message.longitude) ?? 0]
  const uri = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  return (
    <button
      type="button"
      className={styles.location}
      onClick={() => tap({ type: 'uri', label: '', uri, desktop: '' })}
    >
      <span className={styles.map}>
        <Icon name="pin" size={30} />
      </span>
      <strong>{textOf(message.title)}</strong>
      <small>{textOf(message.address)}</small>
    </button>
  )
}
