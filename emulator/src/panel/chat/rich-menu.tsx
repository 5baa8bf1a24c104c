import { useEffect } from 'react'
import { fieldsOf } from '../../fields.ts'
import { EMULATOR_PREFIX } from '../../page-config.ts'
import { control } from '../api/client.ts'
import type { ChatView } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import { actionOf, nameOfAction } from './actions.ts'
import { areaOf } from './area.ts'
import { drawEach } from './draw-each.ts'
import styles from './rich-menu.module.css'
import { TapArea } from './tap-area.tsx'

type RichMenuProps = {
  readonly userId: string
  readonly menu: NonNullable<ChatView['richMenu']>
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

export function RichMenu({ userId, menu, open, onOpen }: RichMenuProps) {
  const { chat } = useTexts()
  const { richMenuId } = menu
  const { width, height } = menu.size
  useEffect(() => {
    if (open) report(userId, { richMenuId })
  }, [userId, richMenuId, open])
  return (
    <section className={styles.menu} aria-label={chat.richMenu(menu.name)}>
      <button type="button" className={styles.bar} aria-expanded={open} onClick={() => onOpen(!open)}>
        {menu.chatBarText} <Icon name={open ? 'down' : 'right'} size={14} />
      </button>
      {open && (
        <div className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
          <img src={`${EMULATOR_PREFIX}api/rich-menu-image?id=${encodeURIComponent(richMenuId)}`} alt="" />
          {drawEach(menu.areas, (area, at) => {
            const { bounds, action } = fieldsOf(area)
            const known = actionOf(action)
            return (
              <TapArea
                action={action}
                name={known === null ? '' : nameOfAction(known)}
                style={{ inset: 'auto', ...areaOf(bounds, menu.size) }}
                onTap={() => report(userId, { richMenuId, area: at })}
              />
            )
          })}
        </div>
      )}
    </section>
  )
}

/** Reports for LINE's insight that the user sees the menu or taps an area. Missing responses are shown elsewhere. */
function report(userId: string, richMenu: { readonly richMenuId: string; readonly area?: number }): void {
  void control.actInChat({ userId, richMenu }).catch(() => undefined)
}
