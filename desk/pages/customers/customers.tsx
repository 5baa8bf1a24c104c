import { Route, Switch } from 'wouter'
import { Customer } from './customer.tsx'
import { Search } from './search.tsx'

export function Customers() {
  return (
    <Switch>
      <Route path="/customers/:id">{({ id }) => <Customer key={id} id={id} />}</Route>
      <Route>
        <Search />
      </Route>
    </Switch>
  )
}
