import { APP_SANDBOX } from '../../guarded-tab.ts'
import { LAYER_NAME } from '../../page-events.ts'
import { plainAddress } from '../../phones.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './layers.module.css'
import type { LayerStack } from './use-layers.ts'

/** Renders LINE's screens above the app. */
export function Layers({ layers }: { layers: LayerStack }) {
  const { phone } = useTexts()
  return layers.shown.map(({ id, url, title }) => (
    <section key={id} className={styles.layer} aria-label={title || 'LINE'}>
      <header className={styles.head}>
        <strong>{title || hostOf(url)}</strong>
        <button type="button" aria-label={phone.closeLayer} onClick={() => layers.close(id)}>
          <Icon name="close" size={20} />
        </button>
      </header>
      <iframe
        ref={frame => layers.setFrame(id, frame)}
        name={LAYER_NAME}
        sandbox={APP_SANDBOX}
        src={url}
        title={title || 'LINE'}
        className={styles.frame}
        allow="camera; microphone; geolocation; clipboard-write"
      />
    </section>
  ))
}

function hostOf(url: string): string {
  const { pathname, host } = new URL(plainAddress(url))
  return pathname.match(/^\/__line\/([^/]+)/)?.[1] ?? host
}
