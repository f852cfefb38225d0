import { generatedId, type Sample } from './sample.ts'

const id = generatedId

export const customerCalls: readonly Sample[] = [
  {
    call: 'GET /registrations/subscription/list',
    query: { type: 'SNELSTART' },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    required: ['type'],
    answer: [
      {
        id: 11,
        name: 'Start',
        duration: '1 maand',
        interval: 'per maand',
        grace_period: '30 dagen',
      },
      {
        id: 12,
        name: 'Winkel',
        duration: '12 maanden',
        interval: 'per maand',
        grace_period: '30 dagen',
      },
      {
        id: 13,
        name: 'Winkel en webshop',
        duration: '12 maanden',
        interval: 'per jaar',
        grace_period: '14 dagen',
      },
      { id: 14, name: 'Keten', duration: '36 maanden', interval: 'per jaar', grace_period: 'geen' },
    ],
  },
  {
    call: 'POST /registrations/registration',
    body: {
      user_id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003',
      reseller_id: 'oefenreseller',
      name: 'Oefenwinkel Nieuw',
      coc: '01234567',
      website_url: 'https://oefenwinkel.test',
      country_code: 'NL',
      subscriptions: [12],
      person: { first_name: 'Winkelier', last_name: 'Oefenaccount' },
      emails: [{ type: 'info', email: 'merchant@koppelpunt.test' }],
    },
    answer: { id: 1, administration_id: 1008, location_id: 2009 },
  },
  {
    call: 'POST /registrations/registration/merchant/{app}',
    path: '/registrations/registration/merchant/SNELSTART',
    body: {
      username: 'nieuw@koppelpunt.test',
      first_name: 'Nieuwe',
      last_name: 'Winkelier',
      email: 'nieuw@koppelpunt.test',
      app_user: { first_name: 'Nieuwe', last_name: 'Winkelier', email: 'nieuw@koppelpunt.test' },
    },
    answer: { id, username: 'nieuw@koppelpunt.test' },
  },
  {
    call: 'GET /registrations/registration',
    query: { administration_id: '1006', location_id: '2007' },
    required: ['administration_id'],
    status: 404,
    answer: { message: 'No registration of administration 1006' },
  },
  {
    call: 'GET /serials/serial/list',
    amongOthers: true,
    answer: [
      { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' },
      { id: 1003, name: 'Oefencafé Oost', country_code: 'BE' },
    ],
  },
  {
    call: 'POST /serials/serial',
    body: { name: 'Oefenwinkel Los', country_code: 'BE' },
    answer: { id: 1008, name: 'Oefenwinkel Los', country_code: 'BE' },
  },
  {
    call: 'POST /serials/serial/{id}',
    path: '/serials/serial/1001',
    body: { user_id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003' },
    answer: { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' },
  },
  {
    call: 'GET /serials/serial/{id}',
    path: '/serials/serial/1004',
    answer: { id: 1004, name: 'Oefenmarkt West', country_code: 'DE' },
  },
  {
    call: 'GET /locations/location/list/all',
    headers: { administration: '1004' },
    required: ['administration'],
    answer: [
      { id: 2003, name: 'Markthal', administration_id: 1004, eco: false },
      { id: 2004, name: 'Groentekraam', administration_id: 1004, eco: true },
      { id: 2005, name: 'Webshop', administration_id: 1004, eco: false },
    ],
  },
  {
    call: 'GET /locations/location/{id}',
    path: '/locations/location/2001',
    answer: { id: 2001, name: 'Winkel Noord', administration_id: 1001, eco: false },
  },
  {
    call: 'POST /locations/location',
    headers: { administration: '1003' },
    required: ['administration'],
    body: { name: 'Terras' },
    answer: { id: 2009, name: 'Terras', administration_id: 1003, eco: false },
  },
]
