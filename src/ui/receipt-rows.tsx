import css from './receipt-rows.module.css'

export function ReceiptRows({
  rows,
}: {
  readonly rows: readonly (readonly [term: string, value: string])[]
}) {
  return (
    <dl className={css.rows}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
