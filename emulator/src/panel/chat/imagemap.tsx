import { useState } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from './fields.ts'
import styles from './imagemap.module.css'
import { fileUrl } from './links.ts'
import { Picture } from './picture.tsx'
import { TapArea } from './tap-area.tsx'

/** Width in pixels to which the coordinates of an imagemap refer, and that of its largest picture. */
const BASE_WIDTH = 1040

type Area = { readonly left: string; readonly top: string; readonly width: string; readonly height: string }

/** Returns the place of an area as shares of the picture. */
function areaOf(value: unknown, height: number): Area {
  const area = fieldsOf(value)
  const percent = (number: unknown, whole: number) => `${((numberOf(number) ?? 0) / whole) * 100}%`
  return {
    ...{ left: percent(area.x, BASE_WIDTH), top: percent(area.y, height) },
    ...{ width: percent(area.width, BASE_WIDTH), height: percent(area.height, height) },
  }
}

/** The video on a part of an imagemap. After its end, it shows the label of its link. */
function ImagemapVideo({ video, height }: { readonly video: Fields; readonly height: number }) {
  const { chat } = useTexts()
  const [ended, setEnded] = useState(false)
  const link = fieldsOf(video.externalLink)
  const label = textOf(link.label)
  return (
    <div className={styles.video} style={areaOf(video.area, height)}>
      {/* biome-ignore lint/a11y/useMediaCaption: a video of a message has no captions */}
      <video
        controls
        preload="none"
        aria-label={chat.video}
        poster={fileUrl(video.previewImageUrl) ?? ''}
        src={fileUrl(video.originalContentUrl) ?? ''}
        onEnded={() => setEnded(true)}
      />
      {ended && label !== '' && (
        <div className={styles.link}>
          <TapArea action={{ type: 'uri', label, uri: link.linkUri }} />
          {label}
        </div>
      )}
    </div>
  )
}

/** A picture with tap areas. */
export function ImagemapMessage({ message }: { readonly message: Fields }) {
  const height = numberOf(fieldsOf(message.baseSize).height) ?? BASE_WIDTH
  const video = fieldsOf(message.video)
  return (
    <div className={styles.map} style={{ aspectRatio: `${BASE_WIDTH} / ${height}` }}>
      <Picture
        url={`${textOf(message.baseUrl)}/${BASE_WIDTH}`}
        alt={textOf(message.altText)}
        className={styles.picture}
      />
      {message.video !== undefined && <ImagemapVideo video={video} height={height} />}
      {listOf(message.actions).map((action, at) => (
        <TapArea
          // biome-ignore lint/suspicious/noArrayIndexKey: the areas of a message never change
          key={at}
          action={action}
          style={{ inset: 'auto', ...areaOf(action.area, height) }}
        />
      ))}
    </div>
  )
}
