import type { Quirk } from '../server/drift.ts';
import { invalid } from '../server/refusal.ts';
import type { LabelRecord, Standing } from './tracker-records.ts';

/** Counts characters, as real servers do, and not UTF-16 code units. */
const lengthOf = (text: string) => [...text].length;

export function checkTrackerName(name: string): void {
	if (!/^[A-Za-z0-9._-]+$/.test(name)) throw invalid('name', 'Name must match ^[A-Za-z0-9._-]+$');
	if (/^\.\.?$/.test(name)) throw invalid('name', 'Name cannot be . or ..');
	if (name.length > 255) throw invalid('name', 'Must be between 1 and 255 characters');
}

export function checkTrackerDescription(description: string): void {
	if (lengthOf(description) >= 4096) throw invalid('description', 'Must be less than 4096 characters');
}

export function checkLabel(name: string, colors: LabelRecord['colors']): void {
	if (name.trim() === '') throw invalid('name', 'Name is required');
	for (const color of [colors.background, colors.text]) {
		if (!/^#[0-9a-f]{6}$/i.test(color)) throw invalid('colors', `Invalid color ${color}`);
	}
}

export function checkTitle(title: string): void {
	const length = lengthOf(title);
	if (length < 3 || length > 2048) {
		throw invalid('title', 'Title must be between 3 and 2048 characters.');
	}
}

export function checkDescription(description: string): void {
	if (lengthOf(description) >= 16_384) {
		throw invalid('description', 'Description must be less than 16384 characters.');
	}
}

export function checkComment(text: string): void {
	const length = lengthOf(text);
	if (length < 3 || length > 16_384) {
		throw invalid('comment', 'Comment must be between 3 and 16384 characters.');
	}
}

const resolutionRequired = () => invalid('resolution', 'resolution is required');

/**
 * The standing of a ticket after a requested change. Any status can follow any other. A resolved ticket must have a
 * resolution, and no other ticket has one. With `resolve-only`, only two statuses exist, and a reopened ticket keeps its
 * resolution.
 */
export function nextStanding(now: Standing, asked: Partial<Standing>, drift: ReadonlySet<Quirk>): Standing {
	const { status = now.status, resolution } = asked;
	const isResolveOnly = drift.has('resolve-only');
	const hasResolution = resolution !== undefined && resolution !== 'unresolved';

	if (asked.status === undefined && (resolution === undefined || isResolveOnly)) return now;
	if (status === 'reported') {
		return { status, resolution: isResolveOnly ? now.resolution : 'unresolved' };
	}
	if (status !== 'resolved' && !isResolveOnly) return { status, resolution: 'unresolved' };
	if (!hasResolution) throw resolutionRequired();
	if (now.status === 'resolved' && drift.has('resolution-ignored')) return now;
	return { status: 'resolved', resolution };
}
