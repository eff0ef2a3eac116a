import type { ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

/** An answer before it is sent. */
export interface Reply {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | Uint8Array;
}

export const json = (status: number, value: unknown): Reply => ({
	status,
	headers: { 'Content-Type': 'application/json' },
	body: JSON.stringify(value),
});

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A small web page; `content` is markup. */
export const page = (status: number, title: string, content: string): Reply => ({
	status,
	headers: { 'Content-Type': 'text/html; charset=utf-8' },
	body: `<!doctype html>\n<html lang="en">\n<title>${escaped(title)}</title>\n<h1>${escaped(title)}</h1>\n${content}\n`,
});

/** Escapes values for the markup of a page. */
export const markup = (strings: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
	String.raw({ raw: strings }, ...values.map((value) => escaped(String(value))));

/** The answer to a failed request: the documented error, or for an internal error a 500 without details. */
export function failure(error: unknown): Reply {
	if (!(error instanceof Refusal)) return page(500, 'Internal Server Error', '<p>Something went wrong.</p>');
	if (error.html) return page(error.status, `${error.status}`, markup`<p>${error.message}</p>`);
	const reply = json(error.status, { errors: error.reasons });
	return error.status === 503 ? { ...reply, headers: { ...reply.headers, 'Retry-After': '1' } } : reply;
}

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
	const bytes = typeof body === 'string' ? Buffer.from(body) : body;
	response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': bytes.length });
	response.end(response.req.method === 'HEAD' ? undefined : bytes);
}
