import { timeline, participants, mentionedIn } from '../src/tickets/model/timeline.ts';
import { ticketPage } from '../src/tickets/page/snapshot.ts';
import { view, ticket } from './unit/tickets/page/view.ts';
const text = 'A comment with *words*, `code` and #12, which ~bob has read. '.repeat(3) + '\n\n- one\n- two\n\n> quoted\n';
const bob = { type: 'user', canonical_name: '~bob', name: 'bob' } as const;
const events = Array.from({ length: 10000 }, (_, n) => {
	const created = new Date(Date.parse('2024-11-15T09:12:00Z') + n * 3600_000).toISOString();
	return { id: n + 1, created, event_type: [n % 3 ? 'comment' : 'label_added'], old_status: null, old_resolution: null, new_status: null, new_resolution: null, user: bob, ticket: null,
		comment: n % 3 ? { id: n, created, submitter: bob, text: `${n} ${text}` } : null, label: n % 3 ? null : ['bug'], by_user: null, from_ticket: null } as any;
});
for (let k = 0; k < 4; k++) {
	let t = performance.now();
	const lap = (name: string) => { const n = performance.now(); console.log(k, name, (n - t).toFixed(1)); t = performance.now(); };
	const all = timeline(ticket, events, { now: view.now, me: '~ana', seenUpTo: '2025-11-01T00:00:00Z' }); lap('timeline');
	participants(ticket, events); lap('participants');
	mentionedIn(events); lap('mentionedIn');
	const json = JSON.stringify(all); lap(`stringify ${json.length}`);
	let h = 0; for (let i = 0; i < json.length; i++) h = (h * 31 + json.charCodeAt(i)) | 0; lap(`hash ${h}`);
	const snap = ticketPage({ ...view, events }); lap('ticketPage');
	JSON.stringify(snap); lap('stringify snap');
	for (const e of all.slice(0, 50)) if ('text' in e) view.render(e.text); lap('render 50');
}
