import * as master from '#contract/schema/master.ts'
import { define } from './define.ts'

/** What anyone may read: address lists, stores, the campaign's clock, the draw, health. */
export const openRoutes = {
  provinces: define('provinces', {
    cache: 'public',
    summary: 'All provinces.',
  }),
  districts: define('districts', {
    query: master.districtQuery,
    cache: 'public',
    summary: 'The districts of a province.',
  }),
  subdistricts: define('subdistricts', {
    query: master.subdistrictQuery,
    cache: 'public',
    summary: 'The subdistricts of a district, with postal codes.',
  }),
  stores: define('stores', {
    cache: 'public',
    summary: 'The stores that take part.',
  }),
  masterAll: define('masterAll', {
    cache: 'public',
    summary: 'All address lists and stores at once, for the phone to keep.',
  }),
  activity: define('activity', {
    summary: "The campaign's clock and rules.",
  }),
  draw: define('draw', {
    params: master.drawParams,
    summary: 'What anyone may know of a draw.',
  }),
  openApi: define('openApi', {
    cache: 'public',
    summary: 'This list of calls as an OpenAPI 3.1 document.',
  }),
  healthz: define('healthz', {
    summary: 'Whether the process runs.',
  }),
  readyz: define('readyz', {
    summary: 'Whether the database and the image store answer.',
  }),
}
