import { useId, useMemo } from 'react'
import { control } from '../api/client.ts'
import type { Order, Patch, PurchaseCommand, PurchaseEvent, Purchases, Scenario } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { useLoaded } from '../state/use-loaded.ts'
import type { ControlTexts } from '../texts/en/controls.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import cards from './cards.module.css'
import { OptionsKnob } from './knob.tsx'
import styles from './purchases.module.css'

type Delivery = keyof ControlTexts['purchaseWebhook']

const NONE: Purchases = { orders: {}, webhooks: [] }
const MAX_SHOWN = 50

const COLORS: Readonly<Record<Order['status'], BadgeColor>> = {
  reserved: 'info',
  paid: 'warn',
  complete: 'accent',
  refunded: 'violet',
}

const ACTIONS: Readonly<Record<Order['status'], readonly PurchaseCommand['action'][]>> = {
  reserved: [],
  paid: ['settle', 'lose'],
  complete: ['refund', 'resend'],
  refunded: ['resend'],
}

export function deliveryOf({ apps }: Scenario): Delivery {
  return apps.find(({ inAppPurchase }) => inAppPurchase !== null)?.inAppPurchase?.webhookDelivery ?? 'send'
}

export function sellsItems({ apps }: Scenario): boolean {
  return apps.some(({ inAppPurchase }) => inAppPurchase !== null)
}

type PurchasesProps = {
  readonly scenario: Scenario
  readonly revision: number | undefined
  readonly onPatch: (patch: Patch) => void
  readonly onAct: (command: PurchaseCommand) => void
}

export function PurchaseKnobs({ scenario, revision, onPatch, onAct }: PurchasesProps) {
  const { controls, purchases: texts } = useTexts()
  const { orders, webhooks } = useLoaded(control.purchases, revision, NONE)
  const newest = Object.entries(orders).reverse()
  const deliver = (webhookDelivery: Delivery) =>
    onPatch({
      apps: scenario.apps.map(app =>
        app.inAppPurchase === null
          ? app
          : { ...app, inAppPurchase: { ...app.inAppPurchase, webhookDelivery } },
      ),
    })
  return (
    <>
      <OptionsKnob
        setting="purchaseWebhook"
        texts={controls.purchaseWebhook}
        value={deliveryOf(scenario)}
        onChange={deliver}
      />
      {newest.length === 0 ? (
        <p className={cards.empty}>{texts.none}</p>
      ) : (
        <ul className={`${cards.cards} ${styles.list}`} aria-label={texts.list}>
          {newest.slice(0, MAX_SHOWN).map(([orderId, order]) => (
            <OrderRow
              key={orderId}
              orderId={orderId}
              order={order}
              onAct={onAct}
              user={scenario.users.find(({ userId }) => userId === order.userId)?.displayName ?? order.userId}
              webhook={webhooks.findLast(event => event.orderId === orderId)}
            />
          ))}
        </ul>
      )}
      {newest.length > MAX_SHOWN && <p className={cards.empty}>{texts.newestShown(MAX_SHOWN)}</p>}
    </>
  )
}

type OrderRowProps = {
  readonly orderId: string
  readonly order: Order
  readonly user: string
  /** The latest webhook about the order. */
  readonly webhook: PurchaseEvent | undefined
  readonly onAct: PurchasesProps['onAct']
}

function OrderRow({ orderId, order, user, webhook, onAct }: OrderRowProps) {
  const { locale, purchases: texts } = useTexts()
  const id = useId()
  const timeText = useMemo(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    [locale],
  )
  const { status, shopProductName, productId, purchasedAt, reservedAt } = order
  const at = purchasedAt ?? reservedAt
  return (
    <li>
      <div className={`${cards.head} ${styles.head}`}>
        <Badge color={COLORS[status]} title={texts.states[status].title}>
          {texts.states[status].label}
        </Badge>
        <b title={productId}>{shopProductName}</b>
        <span className={styles.user}>{user}</span>
      </div>
      <div className={styles.about}>
        <code id={id}>{orderId}</code>
        {at !== undefined && (
          <time dateTime={new Date(at * 1000).toISOString()}>{timeText.format(at * 1000)}</time>
        )}
      </div>
      {webhook !== undefined && (
        <p className={styles.webhook} data-failed={webhook.status === 'FAILED' || undefined}>
          <code>{webhook.type}</code> {texts.webhook[webhook.status]}
        </p>
      )}
      {ACTIONS[status].length > 0 && (
        <div className={styles.actions}>
          {ACTIONS[status].map(action => (
            <Button
              key={action}
              title={texts.actions[action].title}
              aria-describedby={id}
              onClick={() => onAct({ orderId, action })}
            >
              {texts.actions[action].label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}
