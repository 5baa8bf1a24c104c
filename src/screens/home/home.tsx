import { useEffect } from 'react'
import { useApp } from '#src/app-context.ts'
import { LaterPart } from '#src/ui/later.tsx'
import { Actions } from './actions.tsx'
import { Hero } from './hero.tsx'
import css from './home.module.css'
import { below } from './parts.ts'
import { RightsTicket } from './rights-ticket.tsx'

/** The landing page (S2): what the customer has, what they can do next, and what there is to win. */
export default function Home() {
  const app = useApp()
  const reward = app.rewards.current.value
  const none = reward.state === 'ready' && reward.value === null
  useEffect(() => {
    void app.customer.load()
    void app.rewards.load()
    void app.receipts.load()
  }, [app])
  useEffect(() => {
    // A customer who came another way than by registering has no reward object yet.
    if (none) void app.rewards.create()
  }, [app, none])
  return (
    <>
      <Hero />
      <div className={css.body}>
        <RightsTicket />
        <Actions />
        <LaterPart of={below} />
      </div>
    </>
  )
}
