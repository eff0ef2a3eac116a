import { type Child, h } from '../../../media/kit/draw.ts';
import { composer as drawComposer } from '../../../media/ticket/composer.ts';
import { facts } from '../../../media/ticket/facts.ts';
import { head, ticketStrip } from '../../../media/ticket/head.ts';
import { timeline, timelinePart } from '../../../media/ticket/timeline.ts';
import { refusedText as drawRefused, otherText, sendingText } from '../../../media/ticket/waiting-texts.ts';
import { type DraftBody, emptyBody } from '../../../src/tickets/model/ticket-draft.ts';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import {
	composer,
	drafted,
	hostText,
	newTicket,
	refusedText,
	sample,
	waitingText,
} from '../../kit/pages/sample.ts';
import { drawWithoutPage, isDrawn } from './drawn-text.ts';

const owner = { account: '~ana', instance: 'forge.test' };

describe('The parts of the page of a ticket', () => {
	drawWithoutPage();

	it('have its tracker, title, status and labels', () => {
		isDrawn([ticketStrip(sample), head(sample)])`
			[Summary]
			[Status: In progress. Change] $(play-circle warn) In progress $(chevron-down) #42 Undo history is lost when a file is reloaded from disk
			[Labels]
			bug
			data loss
			undo
			good first patch
			[2 new since your last visit ◂] 2 new [Position in the list] [Previous ticket ◂] $(arrow-up) 3 of 41 [Next ticket, disabled ◂] $(arrow-down) [Go to the end ◂] $(fold-down) [Show keyboard shortcuts ◂] $(question)
			$(issues) <~ana/editor> / #42 [Copy reference ~ana/editor#42] $(copy)
			[2 new since your last visit ◂] 2 new [Position in the list] [Previous ticket ◂] $(arrow-up) 3 of 41 [Next ticket, disabled ◂] $(arrow-down) [Go to the end ◂] $(fold-down) [Show keyboard shortcuts ◂] $(question)
			Undo history is lost when a file is reloaded from disk
			[Status: In progress. Change] $(play-circle warn) In progress $(chevron-down)
			[Labels]
			bug
			data loss
			undo
			good first patch
			[Edit labels] $(tag)
		`;
		const readOnly = { ...composer, moves: [], mayLabel: false };
		isDrawn(head({ ...sample, composer: readOnly, labels: [], owner, unseen: null, timeline: [] }))`
			$(issues) <~ana/editor> / #42 [Copy reference ~ana/editor#42] $(copy) $(account) Account: ~ana (forge.test)
			[Position in the list] [Previous ticket ◂] $(arrow-up) 3 of 41 [Next ticket, disabled ◂] $(arrow-down) [Show keyboard shortcuts ◂] $(question)
			Undo history is lost when a file is reloaded from disk
			$(play-circle warn) In progress
		`;
		const one = {
			labels: composer.labels.slice(0, 1),
			timeline: sample.timeline.slice(0, 1),
			position: null,
		};
		isDrawn(head({ ...sample, ...one, composer: { ...composer, moves: composer.moves.slice(0, 1) } }))`
			$(issues) <~ana/editor> / #42 [Copy reference ~ana/editor#42] $(copy)
			[2 new since your last visit ◂] 2 new [Go to the end ◂] $(fold-down) [Show keyboard shortcuts ◂] $(question)
			Undo history is lost when a file is reloaded from disk
			[Status: In progress. Change] $(play-circle warn) In progress $(chevron-down)
			[Labels]
			bug
			[Edit labels] $(tag)
		`;
		isDrawn([ticketStrip(newTicket), head(newTicket)])`
			[Summary]
			new New ticket
			[Show keyboard shortcuts ◂] $(question)
			$(issues) <~ana/editor> / new
			[Show keyboard shortcuts ◂] $(question)
			New ticket
		`;
	});

	it('have its details, with those in one line that are folded on a narrow page', () => {
		const detail = { term: 'Due', rows: [{ icon: 'clock', pieces: [], detail: 'Next week' } as const] };
		isDrawn(facts([...sample.facts, detail]))`
			[Details]
			$(chevron-right) Details Assigned to ~bob · Submitted by ~ana · Mentioned in ~ana/editor-docs#7 · Reported 15 Nov 2026, 09:12, Updated 32 minutes ago · Others 3
			Assigned to
			bo <~bob>
			Change Assignees in Browser
			Submitted by
			an <~ana>
			Mentioned in
			$(issues) <~ana/editor-docs#7>
			Dates
			Reported 15 Nov 2026, 09:12
			Updated 32 minutes ago
			Others
			ca $(mail) $(globe) 3 : ~carol, Jörg Müller by email, octo-dana from git.example.net
			Due
			$(clock)
			Next week
		`;
		isDrawn(facts([detail]))`
			[Details]
			$(chevron-right) Details
			Due
			$(clock)
			Next week
		`;
		isDrawn(facts([]))``;
	});

	it('have what has happened to it, with what is new', () => {
		const [description, , , comment, ...rest] = sample.timeline.map((entry) =>
			entry.kind === 'comment' ? { ...entry, html: 'It.' } : entry,
		);
		const shown = [description, comment, ...rest].filter((entry) => entry !== undefined);
		isDrawn(timeline(shown, true))`
			an
			[Description by ~ana]
			<~ana> reported this 4 days ago [Actions] [Quote in a comment] $(quote) [Copy link to this description ◂] $(link)
			html(It.)
			$(mail)
			[Comment by Jörg Müller]
			Jörg Müller $(mail) by email 4 days ago [Actions] [Quote in a comment] $(quote) [Copy link to this comment ◂] $(link)
			html(It.)
			$(mention)
			~ana mentioned this in <~ana/editor-docs#7 Document the undo file> 5 days ago
			$(play-circle)
			~bob changed the status from reported to in progress 5 days ago
			$(globe)
			[Comment by octo-dana]
			octo-dana <$(link-external) git.example.net> 4 days ago [Actions] [Quote in a comment] $(quote) [Copy link to this comment ◂] $(link)
			html(It.)
			New since your last visit, yesterday 18:03
			$(tag)
			~bob added data loss good first patch and removed needs info 5 days ago
			bo
			[New comment by ~bob]
			<~bob> assigned 4 days ago [Actions] [Quote in a comment] $(quote) [Copy link to this comment ◂] $(link)
			html(It.)
		`;
		isDrawn(timelinePart('part', shown.slice(0, 1), true, false))`
			an
			[Description by ~ana]
			<~ana> reported this 4 days ago [Actions] [Quote in a comment] $(quote) [Copy link to this description ◂] $(link)
			html(It.)
		`;
	});

	it('have the texts that were not sent', () => {
		isDrawn(sendingText({ ...waitingText, title: 'Tabs' }))`
			[Waiting to be sent]
			$(cloud-upload) Waiting. No connection. Send Now Edit Discard
			Tabs
			html(<p>It is here.</p>)
			Confirmed
		`;
		isDrawn(drawRefused({ ...refusedText, html: '', change: '' }))`
			$(error)
			Not sent. This tracker does not permit you to triage.
			Keep Only the Comment Send Now Edit Discard
		`;
		isDrawn(otherText(hostText({ title: 'Tabs', text: 'x'.repeat(300) })))`
			$(comment-discussion)
			Another draft: Tabs: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
			Edit Discard
		`;
		isDrawn(otherText(hostText({ text: 'Text.' })))`
			$(comment-discussion)
			Another draft: Text.
			Edit Discard
		`;
	});
});

describe('The box for a comment', () => {
	drawWithoutPage();
	const drawn = (snapshot: Snapshot, body: DraftBody, editor: object = {}) =>
		drawComposer(
			{
				editor: { body, refusal: null, status: { kind: 'none' }, others: [], isBlank: false, ...editor },
				text: {
					drawTabs: ({ label, placeholder }: Record<string, string>, hint: readonly Child[], more: Child) =>
						h('p', {}, `${label}: ${placeholder} `, ...hint, more),
					drawPanel: ({ keys }: Record<string, string>) => `Keys ${keys}\n`,
				},
			} as never,
			{ ...snapshot, composer: snapshot.composer ?? composer },
		);

	it('has the choices, what will be sent, and what was refused', () => {
		isDrawn(drawn({ ...sample, waiting: [refusedText], owner }, drafted.body))`
			an [Comment and change]
			$(error)
			Not sent. This tracker does not permit you to triage.
			Keep Only the Comment Send Now Edit Discard
			html(<p>It is here.</p>)
			Confirmed
			Comment: Leave a comment Markdown · # ticket · ~ user[Insert comment template ◂] $(comment-discussion)
			Keys c r
			[Change with this comment] Status after sending
			[Status after sending] In progress Confirmed Pending Resolved $(chevron-down) as [Resolution] Fixed Duplicate Won’t fix $(chevron-down)
			Labels after sending
			[Labels after sending]
			bug [Remove label bug] $(close)
			data loss [Keep label data loss] $(discard)
			undo [Remove label undo] $(close)
			good first patch [Keep label good first patch] $(discard)
			release note [Don't add label release note] $(close)
			[Select labels] $(add)
			Discard [◂] Comment as ~ana, resolve as fixed, change 3 labels
		`;
		const refusal = { heading: 'Nothing was sent.', problem: 'The forge is busy.', remedy: 'again' };
		const editor = {
			refusal,
			isSending: true,
			others: [hostText({ text: 'Other.' })],
			status: { kind: 'saved', text: 'Saved' },
		};
		isDrawn(drawn({ ...sample, undoable: 'one' }, { ...emptyBody, status: 'resolved' }, editor))`
			an [Comment and change, busy]
			$(comment-discussion)
			Another draft: Other.
			Edit Discard
			Comment: Leave a comment Markdown · # ticket · ~ user[Insert comment template ◂] $(comment-discussion)
			Keys c r
			$(error)
			Nothing was sent. The forge is busy.
			Send Again
			[Change with this comment] Status after sending
			[Status after sending, invalid] In progress Confirmed Pending Resolved $(chevron-down) as [Resolution, invalid] Fixed Duplicate Won’t fix $(chevron-down)
			Labels after sending
			[Labels after sending]
			bug [Remove label bug] $(close)
			data loss [Remove label data loss] $(close)
			undo [Remove label undo] $(close)
			good first patch [Remove label good first patch] $(close)
			[Select labels] $(add)
			$(check) Saved Discard [◂] Resolve as fixed
		`;
	});

	it('has only what the user may do', () => {
		const notes = [
			{ key: 'n', kind: 'info', icon: 'warning', pieces: ['Closed.'], acts: [{ act: 'web', label: 'Open' }] },
		] as const;
		const closed = { ...composer, mayComment: false, mayLabel: false, moves: [], notes };
		isDrawn(drawn({ ...sample, composer: closed, undoable: 'one' }, emptyBody, { isBlank: true }))`
			an [Comment and change]
			$(warning)
			Closed.
			Open
			Undo [disabled ◂] Comment
		`;
	});

	it('has also what the user has chosen before they might no longer do it', () => {
		const closed = { ...composer, mayLabel: false, moves: [] };
		const body = { ...emptyBody, addLabels: ['needs info'], removeLabels: ['bug'] };
		isDrawn(drawn({ ...sample, composer: closed }, { ...body, status: 'resolved' }))`
			an [Comment and change]
			Comment: Leave a comment Markdown · # ticket · ~ user[Insert comment template ◂] $(comment-discussion)
			Keys c r
			[Change with this comment] Status after sending
			[Status after sending] In progress resolved $(chevron-down) as [Resolution] Fixed Duplicate Won’t fix $(chevron-down)
			Labels after sending
			[Labels after sending]
			bug [Keep label bug] $(discard)
			data loss [Remove label data loss] $(close)
			undo [Remove label undo] $(close)
			good first patch [Remove label good first patch] $(close)
			needs info [Don't add label needs info] $(close)
			[Select labels] $(add)
			Discard [◂] Resolve as fixed and change 2 labels
		`;
		isDrawn(drawn({ ...sample, composer: closed }, { ...emptyBody, resolution: 'fixed' }))`
			an [Comment and change]
			Comment: Leave a comment Markdown · # ticket · ~ user[Insert comment template ◂] $(comment-discussion)
			Keys c r
			Discard [disabled ◂] Comment
		`;
	});

	it('has a title for a new ticket, which needs one', () => {
		const body = { ...emptyBody, title: 'Ta', addLabels: ['bug', 'gone'] };
		isDrawn(drawn(newTicket, body, { refusal: { problem: 'It needs a title.' } }))`
			an [New ticket] [Title, invalid]
			Description: What happens, and what should happen? Markdown · # ticket · ~ user
			Keys c r
			$(error)
			It needs a title.
			[Choices for the new ticket] Labels
			[Labels]
			bug [Don't add label bug] $(close)
			gone [Don't add label gone] $(close)
			[Select labels] $(add)
			Discard [◂] Create ticket and add 2 labels
		`;
		isDrawn(drawn(newTicket, { ...body, title: 'Tabs', addLabels: [] }, { refusal: { problem: 'No.' } }))`
			an [New ticket] [Title]
			Description: What happens, and what should happen? Markdown · # ticket · ~ user
			Keys c r
			$(error)
			No.
			[Choices for the new ticket] Labels
			[Labels]
			[Select labels] $(add)
			Discard [◂] Create ticket
		`;
	});
});
