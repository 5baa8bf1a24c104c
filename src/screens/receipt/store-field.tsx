import { useState } from 'react'
import type { Store } from '#contract/schema/master.ts'
import fieldCss from '#src/ui/field.module.css'
import { Field, labelOf } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'
import { StoreDialog } from './store-dialog.tsx'

export function StoreField({
  store,
  hint,
  error,
  onChange,
}: {
  readonly store: Store | null
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly onChange: (storeId: number) => void
}) {
  const { t, f } = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Field label={t('field.storeId')} hint={hint} error={error}>
        {({ 'aria-required': _, ...tied }) => (
          <button
            {...tied}
            type="button"
            aria-labelledby={`${labelOf(tied)} ${tied.id}`}
            aria-haspopup="dialog"
            className={`${fieldCss.control} ${css.store}`}
            onClick={() => setOpen(true)}
          >
            <span className={store === null ? css.unset : undefined}>
              {store ? f.content(store.nameTh, store.nameEn) : t('receipt.chooseStore')}
            </span>
            <Icon name="search" size={20} />
          </button>
        )}
      </Field>
      {open && (
        <StoreDialog
          chosen={store?.id ?? null}
          onChoose={id => {
            onChange(id)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
