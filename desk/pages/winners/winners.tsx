import { Route, Switch } from 'wouter'
import { WinnerList } from './list.tsx'
import { WinnerPage } from './winner.tsx'

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
