import { get, many, nothing, one, post, put, query, remove } from '../contract/row.ts';
import { User } from '../shapes/people.ts';
import {
	Label,
	LabelChange,
	LabelCreation,
	NewestTickets,
	OpenedTicket,
	OpenedTracker,
	Ticket,
	TicketChange,
	TicketChanged,
	TicketCreation,
	TicketEdit,
	TicketEvent,
	TicketWithSubscription,
	Tracker,
	TrackerChange,
	TrackerCreation,
	TrackerNames,
} from '../shapes/trackers.ts';

const trackers = '/api[/user/:owner]/trackers';
const tracker = `${trackers}/:tracker` as const;
const labels = `${tracker}/labels` as const;
const tickets = `${tracker}/tickets` as const;

/** Section 4.3 of the contract, in its order. */
export const trackerRows = {
	user: get('/api/user[/:owner]', null, one(User)),
	trackers: get(trackers, 'trackers:read', many(Tracker)),
	createTracker: post('/api/trackers', 'trackers:write', TrackerCreation, one(Tracker)),
	tracker: get(tracker, 'trackers:read', one(Tracker)),
	updateTracker: put(tracker, 'trackers:write', TrackerChange, one(Tracker)),
	deleteTracker: remove('/api/trackers/~tracker', 'trackers:write'),
	labels: get(labels, 'trackers:read', many(Label)),
	tickets: get(tickets, 'tickets:read', many(Ticket, 'ticket')),
	createTicket: post(tickets, 'tickets:write', TicketCreation, one(Ticket)),
	ticket: get(`${tickets}/:ticket`, 'tickets:read', one(Ticket)),
	updateTicket: put(`${tickets}/:ticket`, 'tickets:write', TicketChange, one(TicketChanged)),
	events: get(`${tickets}/:ticket/events`, 'tickets:read', many(TicketEvent)),
};

/** What only GraphQL offers. The paths say which parameters the functions take; no request is sent to them. */
export const trackerExtraRows = {
	newestTickets: query('/api/trackers', 'tickets:read', TrackerNames, one(NewestTickets)),
	openTracker: get(tracker, 'tickets:read', one(OpenedTracker)),
	openTicket: get(`${tickets}/:ticket`, 'tickets:read', one(OpenedTicket)),
	editTicket: put(`${tickets}/:ticket`, 'tickets:write', TicketEdit, one(TicketChanged)),
	deleteTicket: remove(`${tickets}/:ticket`, 'tickets:write'),
	ticketWithSubscription: get(`${tickets}/:ticket`, 'tickets:read', one(TicketWithSubscription)),
	subscribeToTicket: post(`${tickets}/:ticket/subscription`, 'tickets:write', null, nothing),
	unsubscribeFromTicket: remove(`${tickets}/:ticket/subscription`, 'tickets:write'),
	subscribeToTracker: post(`${tracker}/subscription`, 'trackers:write', null, nothing),
	unsubscribeFromTracker: remove(`${tracker}/subscription`, 'trackers:write'),
	createLabel: post(labels, 'trackers:write', LabelCreation, one(Label)),
	updateLabel: put(`${labels}/:label`, 'trackers:write', LabelChange, one(Label)),
	deleteLabel: remove(`${labels}/:label`, 'trackers:write'),
};
