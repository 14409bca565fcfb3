CREATE TABLE `history_gaps` (
	`source` text NOT NULL,
	`day_starts_at` integer NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`source`, `day_starts_at`, `from_at`)
);
--> statement-breakpoint
CREATE TABLE `launches` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`id` text NOT NULL,
	`launched_at` integer NOT NULL,
	`product` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `launch_by_id` ON `launches` (`source`,`id`);--> statement-breakpoint
CREATE INDEX `launches_by_time` ON `launches` (`source`,`launched_at`);--> statement-breakpoint
CREATE TABLE `recorded_days` (
	`source` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`read_at` integer,
	`failure` text,
	`partial` text,
	PRIMARY KEY(`source`, `starts_at`)
);
--> statement-breakpoint
CREATE TABLE `recordings` (
	`source` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`turn` integer NOT NULL,
	`snapshots` integer NOT NULL,
	`moved_at` integer DEFAULT 0 NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	`resets_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `snapshots` (
	`launch` integer NOT NULL,
	`at` integer NOT NULL,
	`votes` integer NOT NULL,
	`comments` integer,
	`rank` integer,
	PRIMARY KEY(`launch`, `at`),
	FOREIGN KEY (`launch`) REFERENCES `launches`(`number`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `kept_turns` (
	`owner` text NOT NULL,
	`turn_id` text NOT NULL,
	`kept_at_ms` integer NOT NULL,
	`characters` integer NOT NULL,
	`before` text NOT NULL,
	`answer` text NOT NULL,
	PRIMARY KEY(`owner`, `turn_id`)
);
--> statement-breakpoint
CREATE INDEX `kept_turns_by_time` ON `kept_turns` (`kept_at_ms`);--> statement-breakpoint
CREATE TABLE `run_events` (
	`run_id` text NOT NULL,
	`number` integer NOT NULL,
	`event` text NOT NULL,
	PRIMARY KEY(`run_id`, `number`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text,
	`state` text NOT NULL,
	`started_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`stop_at_ms` integer,
	`ended_at_ms` integer,
	`caller` text,
	`counted_for` text,
	`wire` text,
	`read_at_ms` integer,
	`last` integer DEFAULT 0 NOT NULL,
	`characters` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `open_runs` ON `runs` (`conversation_key`) WHERE ended_at_ms is null;--> statement-breakpoint
CREATE INDEX `runs_by_start` ON `runs` (`started_at_ms`);--> statement-breakpoint
CREATE INDEX `streams_of_caller` ON `runs` (`counted_for`,`ended_at_ms`) WHERE counted_for is not null;--> statement-breakpoint
CREATE TABLE `token_use` (
	`day` text NOT NULL,
	`key` text NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`day`, `key`)
);
--> statement-breakpoint
CREATE TABLE `actions` (
	`name` text PRIMARY KEY NOT NULL,
	`display_name` text NOT NULL,
	`execution_text` text,
	`description` text,
	`parameters` text NOT NULL,
	`do_not_execute` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agents` (
	`uid` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`icon` text,
	`is_active` integer NOT NULL,
	`integrate_with` text NOT NULL,
	`integration_type` text NOT NULL,
	`integration_meta` text NOT NULL,
	`tools` text NOT NULL,
	`actions` text NOT NULL,
	`meta_data` text NOT NULL,
	`last_test` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `answers` (
	`run_id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`agent_uid` text NOT NULL,
	`message_id` integer NOT NULL,
	`answer_id` integer,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`answer_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `answers_to_message` ON `answers` (`message_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `auth_tokens_by_expiry` ON `auth_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `conversation_reads` (
	`uid` text NOT NULL,
	`key` text NOT NULL,
	`last_read_id` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`uid`, `key`),
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`key` text PRIMARY KEY NOT NULL,
	`one_uid` text,
	`other_uid` text,
	`last_message_id` integer NOT NULL,
	FOREIGN KEY (`last_message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversations_of_one` ON `conversations` (`one_uid`,`last_message_id`);--> statement-breakpoint
CREATE INDEX `conversations_of_other` ON `conversations` (`other_uid`,`last_message_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_key` text NOT NULL,
	`kind` text NOT NULL,
	`message_id` integer,
	`run_id` text,
	`payload` text,
	`created_at_ms` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_of_run` ON `events` (`run_id`,`id`) WHERE run_id is not null;--> statement-breakpoint
CREATE TABLE `groups` (
	`guid` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`icon` text,
	`description` text,
	`owner` text,
	`metadata` text,
	`tags` text,
	`created_at` integer,
	`recorded_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `members` (
	`guid` text NOT NULL,
	`uid` text NOT NULL,
	`scope` text NOT NULL,
	`is_banned` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`guid`, `uid`),
	FOREIGN KEY (`guid`) REFERENCES `groups`(`guid`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `members_of_user` ON `members` (`uid`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`muid` text,
	`sender` text NOT NULL,
	`receiver` text NOT NULL,
	`receiver_type` text NOT NULL,
	`conversation_key` text GENERATED ALWAYS AS (case receiver_type when 'group' then 'group/' || receiver else 'user/' || min(sender, receiver) || '/' || max(sender, receiver) end) VIRTUAL NOT NULL,
	`category` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`tags` text,
	`run_id` text,
	`thread_id` text,
	`reply_to` integer,
	`tool_call_id` text,
	`visible_to` text,
	`sent_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`edited_at` integer,
	`is_said` integer GENERATED ALWAYS AS (deleted_at is null and visible_to is null and not (category = 'custom' and type = 'tool-result')) VIRTUAL NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_named_by_sender` ON `messages` (`sender`,`muid`);--> statement-breakpoint
CREATE UNIQUE INDEX `tool_result_once` ON `messages` (`reply_to`,`tool_call_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `notice_once` ON `messages` (`reply_to`,`sender`) WHERE visible_to is not null;--> statement-breakpoint
CREATE INDEX `messages_of_conversation` ON `messages` (`conversation_key`,`id`,`is_said`,`sender`,`sent_at`);--> statement-breakpoint
CREATE INDEX `messages_of_sender` ON `messages` (`sender`,`receiver_type`,`id`);--> statement-breakpoint
CREATE INDEX `messages_of_receiver` ON `messages` (`receiver`,`receiver_type`,`id`);--> statement-breakpoint
CREATE INDEX `messages_of_run` ON `messages` (`run_id`);--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`difference` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reactions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL,
	`reaction` text NOT NULL,
	`uid` text NOT NULL,
	`reacted_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reaction_once` ON `reactions` (`message_id`,`reaction`,`uid`);--> statement-breakpoint
CREATE INDEX `reactions_of_message` ON `reactions` (`message_id`,`id`);--> statement-breakpoint
CREATE INDEX `reactions_of_kind` ON `reactions` (`message_id`,`reaction`,`id`);--> statement-breakpoint
CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`uid` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`avatar` text,
	`link` text,
	`role` text,
	`last_active_at` integer,
	`metadata` text,
	`tags` text,
	`created_at` integer,
	`recorded_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`watch` text NOT NULL,
	`target` integer NOT NULL,
	`host` text NOT NULL,
	`message` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`due_at_ms` integer,
	`leased_until_ms` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`outcome` text,
	FOREIGN KEY (`watch`) REFERENCES `watches`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target`) REFERENCES `watch_targets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`due_at_ms`) WHERE due_at_ms is not null;--> statement-breakpoint
CREATE INDEX `deliveries_of_watch` ON `deliveries` (`watch`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `deliveries_by_time` ON `deliveries` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `told` (
	`watch` text NOT NULL,
	`launch` text NOT NULL,
	`event` text NOT NULL,
	`at_ms` integer NOT NULL,
	`held` text,
	PRIMARY KEY(`watch`, `launch`, `event`),
	FOREIGN KEY (`watch`) REFERENCES `watches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `told_by_time` ON `told` (`at_ms`);--> statement-breakpoint
CREATE INDEX `told_held` ON `told` (`watch`) WHERE held is not null;--> statement-breakpoint
CREATE TABLE `watch_targets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`watch` text NOT NULL,
	`kind` text NOT NULL,
	`host` text NOT NULL,
	`address` text NOT NULL,
	`failing_since_ms` integer,
	`disabled` text,
	FOREIGN KEY (`watch`) REFERENCES `watches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `targets_of_watch` ON `watch_targets` (`watch`);--> statement-breakpoint
CREATE TABLE `watch_turns` (
	`source` text PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`reading` text NOT NULL,
	`launches` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `watches` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`spec` text NOT NULL,
	`secret` text NOT NULL,
	`secret_before` text,
	`rotated_at_ms` integer,
	`feed_key` text,
	`created_at_ms` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`due_at_ms` integer,
	`day` text,
	`sent` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `watches_of_owner` ON `watches` (`owner`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `watches_due` ON `watches` (`due_at_ms`) WHERE due_at_ms is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `watch_by_feed` ON `watches` (`feed_key`);
--> statement-breakpoint
-- Recreating one of these tables drops its triggers: create them again.
-- Only its reader is sent a notice.
CREATE TRIGGER `message_sent` AFTER INSERT ON `messages` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`) VALUES (NEW.`conversation_key`, iif(NEW.`visible_to` IS NULL, 'message-sent', 'notice'), NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_edited` AFTER UPDATE OF `data`, `tags` ON `messages` WHEN NEW.`deleted_at` IS NULL AND (NEW.`data` IS NOT OLD.`data` OR NEW.`tags` IS NOT OLD.`tags`) BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`) VALUES (NEW.`conversation_key`, 'message-edited', NEW.`id`);
END;
--> statement-breakpoint
-- The events of a deleted answer go with it.
CREATE TRIGGER `message_deleted` AFTER UPDATE OF `deleted_at` ON `messages` WHEN NEW.`deleted_at` IS NOT NULL AND OLD.`deleted_at` IS NULL BEGIN
	DELETE FROM `events` WHERE `run_id` = NEW.`run_id`;
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`) VALUES (NEW.`conversation_key`, 'message-deleted', NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `reaction_added` AFTER INSERT ON `reactions` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`, `payload`)
		SELECT `conversation_key`, 'reaction-added', `id`, json_object('id', CAST(NEW.`id` AS TEXT), 'reaction', NEW.`reaction`, 'uid', NEW.`uid`, 'reactedAt', NEW.`reacted_at`) FROM `messages` WHERE `id` = NEW.`message_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `reaction_removed` AFTER DELETE ON `reactions` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`, `payload`)
		SELECT `conversation_key`, 'reaction-removed', `id`, json_object('id', CAST(OLD.`id` AS TEXT), 'reaction', OLD.`reaction`, 'uid', OLD.`uid`, 'reactedAt', OLD.`reacted_at`) FROM `messages` WHERE `id` = OLD.`message_id`;
END;
--> statement-breakpoint
-- Each new event deletes up to eight events that are a day old, the oldest first, so that deleting keeps
-- up and never takes long. The newest stays: its id is where new readers start.
CREATE TRIGGER `events_expire` AFTER INSERT ON `events` BEGIN
	DELETE FROM `events` WHERE `id` < (
		SELECT coalesce(min(`id`) FILTER (WHERE `created_at_ms` > NEW.`created_at_ms` - 86400000), max(`id`))
		FROM (SELECT `id`, `created_at_ms` FROM `events` ORDER BY `id` LIMIT 9)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_read` AFTER INSERT ON `conversation_reads` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `payload`) VALUES (NEW.`key`, 'conversation-read', json_object('uid', NEW.`uid`, 'messageId', CAST(NEW.`last_read_id` AS TEXT), 'readAt', NEW.`read_at`));
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_read_on` AFTER UPDATE OF `last_read_id` ON `conversation_reads` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `payload`) VALUES (NEW.`key`, 'conversation-read', json_object('uid', NEW.`uid`, 'messageId', CAST(NEW.`last_read_id` AS TEXT), 'readAt', NEW.`read_at`));
END;
