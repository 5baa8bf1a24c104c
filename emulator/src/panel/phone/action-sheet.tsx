import { type ReactNode, useEffect, useRef } from 'react'
import type { ActionItem } from '../../scenario/action-button.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './action-sheet.module.css'
import { openApp } from './app-of.ts'
import { displayUrl } from './frame-page.ts'
import type { ActionButton } from './use-action-button.ts'
import type { Frame } from './use-frame.ts'

type ActionSheetProps = {
  readonly actions: ActionButton
  readonly frame: Frame
  /** The page's URL, as the phone displays it. */
  readonly url: string
}

export function ActionSheet(props: ActionSheetProps) {
  const { view, kind } = props.actions
  switch (view) {
    case undefined:
      return null
    case 'menu':
      return kind === 'tabs' ? <Tabs {...props} /> : <Menu {...props} />
    case 'tabs':
      return <Tabs {...props} />
    case 'permissions':
      return <Permissions {...props} />
    default:
      return <Note {...props} view={view} />
  }
}

type CoverProps = {
  readonly actions: ActionButton
  readonly label: string
  readonly place: 'menu' | 'sheet' | 'page'
  readonly children: ReactNode
}

/** A screen that covers the app. It closes on Escape or a tap outside. */
function Cover({ actions, label, place, children }: CoverProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const close = () => actions.show(undefined)
  return (
    <div className={styles.back} data-place={place} onPointerDown={close}>
      <div
        ref={box}
        role="dialog"
        aria-label={label}
        className={styles.box}
        onPointerDown={event => event.stopPropagation()}
        onKeyDown={event => {
          if (event.key === 'Escape') close()
        }}
      >
        {children}
      </div>
    </div>
  )
}

function Items({ actions, frame, url }: ActionSheetProps) {
  const { actionButton, phone } = useTexts()
  const label = (item: ActionItem) =>
    item === 'favorite' && actions.isFavorite ? actionButton.removeFavorite : actionButton.items[item]
  const own = (act: () => void) => () => {
    act()
    actions.show(undefined)
  }
  return (
    <>
      {actions.items.map(item => (
        <button key={item} type="button" onClick={() => actions.run(item)}>
          {label(item)}
        </button>
      ))}
      <p className={styles.own}>{actionButton.emulatorOnly}</p>
      {actions.items.length === 0 && (
        <button type="button" onClick={own(frame.reload)}>
          {phone.refresh}
        </button>
      )}
      <button type="button" onClick={own(() => void navigator.clipboard?.writeText(url))}>
        {phone.copyUrl}
      </button>
      <button type="button" onClick={own(() => void open(frame.url, '_blank', 'noopener'))}>
        {phone.openInTab}
      </button>
      <button type="button" onClick={own(frame.close)}>
        {phone.closeApp}
      </button>
    </>
  )
}

function Menu(props: ActionSheetProps) {
  const { actionButton } = useTexts()
  const { actions, url } = props
  return (
    <Cover actions={actions} label={actionButton.menu} place={actions.kind === 'dropdown' ? 'menu' : 'sheet'}>
      <p className={styles.url}>{url}</p>
      <Items {...props} />
    </Cover>
  )
}

/**
 * The multi-tab view, which lists recently used services. In LINE versions without the dropdown menu, it also contains
 * that menu's items.
 */
function Tabs(props: ActionSheetProps) {
  const { actionButton, phone } = useTexts()
  const { actions, frame } = props
  const { scenario, services } = actions
  return (
    <Cover actions={actions} label={actionButton.recent} place="page">
      <header className={styles.head}>
        <strong>{actionButton.recent}</strong>
        <button type="button" aria-label={phone.closeLayer} onClick={() => actions.show(undefined)}>
          <Icon name="close" size={20} />
        </button>
      </header>
      <ul className={styles.services}>
        {services.map(service => {
          const name = scenario === undefined ? '' : openApp(scenario, service.liffId).name
          const isOpen = service.liffId === frame.appId
          return (
            <li key={service.liffId}>
              <button type="button" onClick={() => actions.reopen(service)}>
                <span className={styles.icon} aria-hidden="true">
                  {[...name][0]}
                </span>
                <strong>{name}</strong>
                <small>{isOpen ? actionButton.openNow : displayUrl(service.url)}</small>
              </button>
            </li>
          )
        })}
      </ul>
      {actions.kind === 'tabs' && (
        <div className={styles.list}>
          <Items {...props} />
        </div>
      )}
    </Cover>
  )
}

type SheetProps = { readonly actions: ActionButton; readonly title: string; readonly children: ReactNode }

function Sheet({ actions, title, children }: SheetProps) {
  const { phone } = useTexts()
  return (
    <Cover actions={actions} label={title} place="sheet">
      <strong className={styles.title}>{title}</strong>
      {children}
      <button type="button" onClick={() => actions.show(undefined)}>
        {phone.closeLayer}
      </button>
    </Cover>
  )
}

/** The user can change permissions only in a MINI App. */
function Permissions({ actions }: ActionSheetProps) {
  const { actionButton } = useTexts()
  const { permissions, app } = actions
  const isFixed = app?.miniApp === null
  return (
    <Sheet actions={actions} title={actionButton.items.permissions}>
      {(['camera', 'microphone'] as const).map(device => (
        <label key={device} className={styles.permission}>
          <span>{actionButton[device]}</span>
          <input
            type="checkbox"
            checked={permissions[device]}
            disabled={isFixed}
            onChange={({ target }) => actions.permit({ [device]: target.checked })}
          />
        </label>
      ))}
      <p>{isFixed ? actionButton.permissionsFixed : actionButton.permissionsLater}</p>
    </Sheet>
  )
}

/** Explains actions that LINE rejects or that happen outside the emulated LINE. */
function Note({ actions, view }: ActionSheetProps & { readonly view: 'about' | 'report' | 'outside' }) {
  const { items, outside, notes } = useTexts().actionButton
  return (
    <Sheet actions={actions} title={view === 'outside' ? outside : items[view]}>
      <p>{notes[view]}</p>
    </Sheet>
  )
}
