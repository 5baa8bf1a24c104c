import { Route, Switch } from 'wouter'
import { WinnerList } from './list.tsx'
import { WinnerPage } from './winner.tsx'

/** The winners of the draw, and the page of one. */
export function Winners() {
  return (
    <Switch>
      <Route path="/winners/:id">{({ id }) => <WinnerPage key={id} id={id} />}</Route>
      <Route>
        <WinnerList />
      </Route>
    </Switch>
  )
}
