CREATE TABLE `auth_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`uid` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_token_by_hash` ON `auth_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `auth_tokens_of_user` ON `auth_tokens` (`uid`,`id`);--> statement-breakpoint
CREATE INDEX `auth_tokens_by_expiry` ON `auth_tokens` (`expires_at`);