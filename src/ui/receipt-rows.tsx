import css from './receipt-rows.module.css'

export function ReceiptRows({
  rows,
}: {
  /** `note` is a second, quieter line. */
  readonly rows: readonly (readonly [term: string, value: string, note?: string | null])[]
}) {
  return (
    <dl className={css.rows}>
      {rows.map(([term, value, note]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value}
            {note && <span className={css.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
