import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import type { UserMessage } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './attach.module.css'
import { LocationForm } from './location-form.tsx'
import { FILE_KINDS, type FileKind } from './own-file.ts'
import { Stickers } from './stickers.tsx'

const KINDS: Readonly<Record<FileKind, { readonly icon: IconName; readonly accept?: string }>> = {
  image: { icon: 'picture', accept: 'image/*' },
  video: { icon: 'video', accept: 'video/*' },
  audio: { icon: 'mic', accept: 'audio/*' },
  file: { icon: 'file' },
}

/** What appears at the bottom of the chat: nothing, the attachment menu, the sticker picker, or the location picker. */
export type AttachView = 'closed' | 'menu' | 'stickers' | 'location'

export type FileDialog = { readonly open: (kind: FileKind) => void }

type AttachProps = {
  readonly ref: Ref<FileDialog>
  readonly view: AttachView
  readonly onView: (view: AttachView) => void
  readonly onFile: (kind: FileKind, file: File) => void
  readonly onMessage: (message: UserMessage) => void
}

const focusFirst = (section: HTMLElement | null) => section?.querySelector('button')?.focus()

export function Attach({ ref, view, onView, onFile, onMessage }: AttachProps) {
  const { composer } = useTexts()
  const inputs = useRef<Partial<Record<FileKind, HTMLInputElement | null>>>({})
  useImperativeHandle(ref, () => ({ open: kind => inputs.current[kind]?.click() }), [])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onView('closed')
  }
  return (
    <>
      {FILE_KINDS.map(kind => (
        <input
          key={kind}
          ref={input => {
            inputs.current[kind] = input
          }}
          type="file"
          hidden
          accept={KINDS[kind].accept}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file !== undefined) onFile(kind, file)
            // Allow the user to choose the same file again.
            target.value = ''
          }}
        />
      ))}
      {view !== 'closed' && (
        <section
          key={view}
          ref={focusFirst}
          className={styles.attach}
          aria-label={composer.attach}
          onKeyDown={onKey}
        >
          {view === 'menu' && (
            <div className={styles.kinds}>
              {FILE_KINDS.map(kind => (
                <Choice
                  key={kind}
                  icon={KINDS[kind].icon}
                  name={composer.kinds[kind]}
                  onClick={() => inputs.current[kind]?.click()}
                />
              ))}
              <Choice icon="smile" name={composer.kinds.sticker} onClick={() => onView('stickers')} />
              <Choice icon="pin" name={composer.kinds.location} onClick={() => onView('location')} />
            </div>
          )}
          {view === 'stickers' && <Stickers onMessage={onMessage} />}
          {view === 'location' && <LocationForm onMessage={onMessage} />}
        </section>
      )}
    </>
  )
}

type ChoiceProps = { readonly icon: IconName; readonly name: string; readonly onClick: () => void }

function Choice({ icon, name, onClick }: ChoiceProps) {
  return (
    <button type="button" onClick={onClick}>
      <Icon name={icon} size={22} />
      {name}
    </button>
  )
}
