import * as v from 'valibot'
import * as master from '#contract/schema/master.ts'
import { define } from './define.ts'

/** What anyone may read: address lists, stores, the campaign's clock, the draw, health. */
export const openRoutes = {
  provinces: define({
    method: 'GET',
    path: '/api/master/province',
    auth: 'none',
    answer: v.array(master.province),
    cache: 'public',
    summary: 'All provinces.',
  }),
  districts: define({
    method: 'GET',
    path: '/api/master/district',
    auth: 'none',
    query: master.districtQuery,
    answer: v.array(master.district),
    cache: 'public',
    summary: 'The districts of a province.',
  }),
  subdistricts: define({
    method: 'GET',
    path: '/api/master/subdistrict',
    auth: 'none',
    query: master.subdistrictQuery,
    answer: v.array(master.subdistrict),
    cache: 'public',
    summary: 'The subdistricts of a district, with postal codes.',
  }),
  stores: define({
    method: 'GET',
    path: '/api/master/store',
    auth: 'none',
    answer: v.array(master.store),
    cache: 'public',
    summary: 'The stores that take part.',
  }),
  masterAll: define({
    method: 'GET',
    path: '/api/master/all',
    auth: 'none',
    answer: master.masterAll,
    cache: 'public',
    summary: 'All address lists and stores at once, for the phone to keep.',
  }),
  activity: define({
    method: 'GET',
    path: '/api/master/activity',
    auth: 'none',
    answer: master.activity,
    summary: "The campaign's clock and rules.",
  }),
  draw: define({
    method: 'GET',
    path: '/api/draw/:id',
    auth: 'none',
    params: master.drawParams,
    answer: master.draw,
    summary: 'What anyone may know of a draw.',
  }),
  openApi: define({
    method: 'GET',
    path: '/api/openapi.json',
    auth: 'none',
    answer: v.looseObject({ openapi: v.string() }),
    cache: 'public',
    summary: 'This list of calls as an OpenAPI 3.1 document.',
  }),
  healthz: define({
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    answer: master.health,
    summary: 'Whether the process runs.',
  }),
  readyz: define({
    method: 'GET',
    path: '/readyz',
    auth: 'none',
    answer: master.health,
    summary: 'Whether the database and the image store answer.',
  }),
}
